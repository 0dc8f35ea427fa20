export declare function packPackage(into: string): Promise<string>;
