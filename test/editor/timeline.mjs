/** The picture of time in the window: by mouse, by the keyboard alone, in three themes, for worlds of all sorts, and as files that leave it. */
import { walkThrough } from './hands.mjs';

const steps = {
  'a picture of the whole world is opened from the palette': async ({ see, page, openFile, command, shot }) => {
    await openFile('house-vyr');
    await see.tab('house-vyr.md').waitFor();
    await command('Retcon: Show Timeline');
    await see.prompt('The whole world').waitFor();
    await page.keyboard.type('The whole world');
    await see.row('The whole world').waitFor();
    await page.keyboard.press('Enter');
    await see.tab('Timeline').waitFor();
    await see.answer.locator('canvas').first().waitFor();
    await page.keyboard.press('Control+B');
    await shot('dark');
  },
};

export const testTimeline = () => walkThrough({ title: 'the picture of time', shots: 'timeline', steps });
