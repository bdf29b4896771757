/** Unicode's composed form, at no cost for the plain text that nearly all keys and names are. */

const NOT_ASCII = /[\u0080-\uffff]/;

export const isAscii = (text: string): boolean => !NOT_ASCII.test(text);

export const nfc = (text: string): string => (isAscii(text) ? text : text.normalize('NFC'));
