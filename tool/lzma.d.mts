/** The raw stream of LZMA; its size is for the reader to know. */
export declare function packLzma(data: Uint8Array): Uint8Array;
