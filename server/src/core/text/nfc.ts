/** Unicode's composed form, at no cost for the plain text that nearly all keys and names are. */

const NOT_ASCII = /[\u0080-\uffff]/;

export const nfc = (text: string): string => (NOT_ASCII.test(text) ? text.normalize('NFC') : text);
