// The swagger has no enums, the Go file it is generated from has them: one function per type, one block per property.

/** Allowed values by `<package>_<Type>.<property>`, as in `core_v1_Container.imagePullPolicy`. */
export type Enums = ReadonlyMap<string, readonly string[]>;

const functionHead = /^func schema_(?:k8sio_api|pkg_apis)_(\w+)\(ref /;
const propertyHead = /^\t{5}"([^"]+)": \{$/;
const enumLine = /^\t+Enum:\s+\[\]interface\{\}\{(.*)\},$/;

export function readEnums(goSource: string): Enums {
  const enums = new Map<string, readonly string[]>();
  let type = "";
  let property = "";
  for (const line of goSource.split("\n")) {
    const head = functionHead.exec(line);
    if (head !== null) {
      type = head[1] ?? "";
      property = "";
      continue;
    }
    property = propertyHead.exec(line)?.[1] ?? property;
    const values = enumLine.exec(line);
    if (values === null || type === "" || property === "") continue;
    const list = JSON.parse(`[${values[1] ?? ""}]`) as unknown[];
    enums.set(
      `${type}.${property}`,
      list.map((value) => String(value)),
    );
  }
  return enums;
}
