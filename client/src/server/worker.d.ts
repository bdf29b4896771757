/** What a browser has beyond what node has, as far as it is used. */
declare class Worker {
  constructor(script: string);
  terminate(): void;
}
