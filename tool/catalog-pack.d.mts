export declare function packCatalog(folder: string): { pack: Buffer; files: string[] };
