export declare function unpack(input: Uint8Array, size: number): Uint8Array;
