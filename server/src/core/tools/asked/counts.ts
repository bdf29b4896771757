/** How many of something are asked for, as it is written: a limit, a budget, generations. */

/** Whether a text is a whole number from 1 on, which can be reckoned with exactly. */
export const isCount = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);
