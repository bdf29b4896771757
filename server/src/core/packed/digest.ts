/** A number that stands for bytes or a text: of 53 bits, as many as a number holds exactly. */

export function digestOf(given: Uint8Array): number {
  // Four at a time.
  const bytes = given.byteOffset % 4 === 0 ? given : new Uint8Array(given);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
  let [a, b] = begin(bytes.length);
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? 0;
    a = Math.imul(a ^ word, 2654435761);
    a ^= a >>> 15;
    b = Math.imul((b << 7) | (b >>> 25), 1597334677) ^ word;
  }
  for (let i = words.length * 4; i < bytes.length; i++) {
    a = Math.imul(a ^ (bytes[i] ?? 0), 2654435761);
    b = Math.imul(b ^ (bytes[i] ?? 0), 1597334677);
  }
  return end(a, b);
}

export function digestOfText(text: string): number {
  let [a, b] = begin(text.length);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  return end(a, b);
}

const begin = (length: number): [number, number] => [0xdeadbeef ^ length, 0x41c6ce57 ^ length];

function end(a: number, b: number): number {
  const [x, y] = [a ^ (a >>> 16) ^ (b >>> 13), b ^ (b >>> 16) ^ (a >>> 13)];
  return 4294967296 * (2097151 & y) + (x >>> 0);
}
