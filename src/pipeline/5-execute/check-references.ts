// What objects of a release say about each other, checked before a cluster is asked: a mount of a volume that is not
// there, a route to a port that nobody exposes, a selector that selects nothing. What may be outside of the release is
// left alone, unless the release has something of nearly that name.
import { nearestName, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Place, Severity } from "../../source/index.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { isStruct } from "../plain-value.ts";
import type { Plain, PlainStruct } from "../plain-value.ts";
import { writtenParts } from "./job-input.ts";
import type { Manifest } from "./manifest.ts";
import type { PreparedJob } from "./prepare.ts";
import { containersOf, podOf, read, referencesOf } from "./references.ts";
import type { PodSpec, Reference } from "./references.ts";

export function checkReferences(manifests: readonly Manifest[], jobs: readonly PreparedJob[]): Diagnostic[] {
  const check = new Check(manifests, jobs);
  for (const manifest of manifests) {
    const pod = podOf(manifest.object);
    if (pod !== undefined) check.pod(manifest, pod);
    for (const reference of referencesOf(manifest.object)) check.reference(manifest, reference);
    check.selector(manifest, pod);
  }
  return check.found;
}

interface Told {
  readonly message: string;
  readonly severity?: Severity;
  /** The wrong name, as somebody wrote it. */
  readonly written: string;
  /** Names that would be right. */
  readonly known?: readonly string[];
  readonly path: readonly (string | number)[];
  readonly hint?: string;
}

/** A name alone, with a port, or as the host of an address. */
const HOST = /^(?:[a-z][a-z0-9+.-]*:\/\/(?:[^@/\s]*@)?)?([a-z0-9](?:[a-z0-9-]*[a-z0-9])?)(?::[0-9]+)?(?:\/\S*)?$/;

const WORKLOADS: ReadonlySet<string> = new Set(["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"]);

class Check {
  readonly found: Diagnostic[] = [];
  readonly #manifests: readonly Manifest[];
  readonly #jobs: readonly PreparedJob[];
  /** Names of objects, and of what objects make, by kind and namespace. */
  readonly #names = new Map<string, Map<string, Manifest | undefined>>();
  readonly #pods: readonly { readonly manifest: Manifest; readonly pod: PodSpec }[];

  constructor(manifests: readonly Manifest[], jobs: readonly PreparedJob[]) {
    this.#manifests = manifests;
    this.#jobs = jobs;
    this.#pods = manifests.flatMap((manifest) => {
      const pod = podOf(manifest.object);
      return pod === undefined ? [] : [{ manifest, pod }];
    });
    for (const manifest of manifests) {
      const { kind, namespace, name } = manifest.identity;
      this.#namesOf(kind, namespace).set(name, manifest);
      for (const made of referencesOf(manifest.object))
        if (made.makes && !this.#namesOf(made.kind, namespace).has(made.name))
          this.#namesOf(made.kind, namespace).set(made.name, undefined);
    }
  }

  /** What must be right inside of a pod. */
  pod(manifest: Manifest, pod: PodSpec): void {
    const templates = namesIn(read(manifest.object, ["spec", "volumeClaimTemplates"]), ["metadata", "name"]);
    const volumes = [...namesIn(pod.spec["volumes"], ["name"]), ...templates];
    this.#unique(manifest, volumes, "volumes", pod.path);
    const containers = containersOf(pod);
    this.#unique(
      manifest,
      containers.map(({ container }) => String(container["name"])),
      "containers",
      pod.path,
    );
    for (const { path, container } of containers) {
      const name = String(container["name"]);
      this.#unique(manifest, namesIn(container["env"], ["name"]), `variables of container ${name}`, [...path, "env"]);
      this.#unique(manifest, namesIn(container["ports"], ["name"]), `ports of container ${name}`, [...path, "ports"]);
      this.#hosts(manifest, container["env"], [...path, "env"]);
      for (const mount of namesIn(container["volumeMounts"], ["name"]))
        if (!volumes.includes(mount))
          this.#tell(manifest, {
            message: tell(
              PIPELINE_CODE.brokenReference,
              "container {name} mounts the volume {mount}, which is not there",
              { name, mount },
            ).message,
            written: mount,
            known: volumes,
            path: [...path, "volumeMounts"],
          });
    }
  }

  /** A variable that leads to another component's workload: only a Service has its name in the network. */
  #hosts(manifest: Manifest, env: Plain | undefined, path: readonly (string | number)[]): void {
    const { namespace, name: own } = manifest.identity;
    for (const entry of Array.isArray(env) ? (env as readonly Plain[]) : []) {
      const value = isStruct(entry) ? entry["value"] : undefined;
      const host = typeof value === "string" ? HOST.exec(value)?.[1] : undefined;
      if (host === undefined || host === own || this.#namesOf("Service", namespace).has(host)) continue;
      const workload = [...WORKLOADS].map((kind) => this.#namesOf(kind, namespace).get(host)).find((one) => one);
      if (workload === undefined || workload.component === manifest.component) continue;
      const variable = String((entry as PlainStruct)["name"]);
      this.#tell(manifest, {
        message: tell(PIPELINE_CODE.brokenReference, "the variable {variable} leads to {name}, which has no Service", {
          variable,
          name: host,
        }).message,
        severity: "warning",
        written: variable,
        path,
        hint: advise(PIPELINE_CODE.brokenReference, "expose the ports of the component: the trait Expose"),
      });
    }
  }

  reference(manifest: Manifest, reference: Reference): void {
    const { kind, name, isOptional = false, makes = false, key, port, path } = reference;
    if (makes) return;
    const names = this.#namesOf(kind, reference.namespace ?? manifest.identity.namespace);
    if (!names.has(name)) return isOptional ? undefined : this.#missing(manifest, reference, [...names.keys()]);
    const target = names.get(name)?.object;
    if (target === undefined) return;
    if (port !== undefined && kind === "Service") this.#port(manifest, reference, target);
    if (key === undefined || isOptional) return;
    const keys = ["data", "stringData", "binaryData"].flatMap((field) => {
      const data = target[field];
      return isStruct(data) ? Object.keys(data) : [];
    });
    // One that others fill has the keys that they give it.
    if (keys.length > 0 && !keys.includes(key) && !this.#isFilled(kind, name))
      this.#tell(manifest, {
        message: tell(PIPELINE_CODE.brokenReference, "{kind} {name} has no key {key}", { kind, name, key }).message,
        written: key,
        known: keys,
        path,
      });
  }

  #isFilled(kind: string, name: string): boolean {
    return this.#manifests.some(({ object }) =>
      referencesOf(object).some((one) => one.makes === true && one.kind === kind && one.name === name),
    );
  }

  #port(manifest: Manifest, { name, port, path }: Reference, service: PlainStruct): void {
    const ports = read(service, ["spec", "ports"]);
    const field = typeof port === "number" ? "port" : "name";
    const known = (Array.isArray(ports) ? (ports as readonly Plain[]) : []).flatMap((one) =>
      isStruct(one) && one[field] !== undefined ? [String(one[field])] : [],
    );
    if (!known.includes(String(port)))
      this.#tell(manifest, {
        message: tell(
          PIPELINE_CODE.brokenReference,
          "it leads to port {port} of the Service {name}, which has {known}",
          { port: String(port), name, known: known.join(", ") || "none" },
        ).message,
        written: String(port),
        known,
        path,
      });
  }

  /** Somebody of the release is meant for certain where it has a workload of that name, or something nearly so called. */
  #missing(manifest: Manifest, { kind, name, path }: Reference, known: readonly string[]): void {
    const { namespace } = manifest.identity;
    const workloads = [...WORKLOADS].filter((one) => this.#namesOf(one, namespace).has(name));
    if (kind === "Service" && workloads.length > 0)
      return this.#tell(manifest, {
        message: tell(PIPELINE_CODE.brokenReference, "it leads to {name}, which has no Service", { name }).message,
        written: name,
        path,
        hint: advise(PIPELINE_CODE.brokenReference, "expose the ports of the component: the trait Expose"),
      });
    if (WORKLOADS.has(kind) && manifest.component !== "")
      return this.#tell(manifest, {
        message: tell(PIPELINE_CODE.brokenReference, "it scales the {kind} {name}, which is not there", { kind, name })
          .message,
        written: name,
        known: workloads.length > 0 ? [] : known,
        path,
        ...(workloads.length > 0 && {
          hint: advise(PIPELINE_CODE.brokenReference, "{name} is a {workloads}", {
            name,
            workloads: workloads.join(" and a "),
          }),
        }),
        severity: workloads.length > 0 || nearestName(name, known) !== null ? "error" : "warning",
      });
    if (nearestName(name, known) === null) return;
    this.#tell(manifest, {
      message: tell(PIPELINE_CODE.brokenReference, "the release has no {kind} {name}", { kind, name }).message,
      severity: "warning",
      written: name,
      known,
      path,
    });
  }

  /** A Service, a budget or a workload whose selector fits none of the pods of its own component. */
  selector(manifest: Manifest, pod: PodSpec | undefined): void {
    const { kind, namespace, name } = manifest.identity;
    const isService = kind === "Service";
    const selector = read(manifest.object, isService ? ["spec", "selector"] : ["spec", "selector", "matchLabels"]);
    if (!isStruct(selector) || Object.keys(selector).length === 0) return;
    if (!isService && kind !== "PodDisruptionBudget" && !WORKLOADS.has(kind)) return;
    const own =
      pod === undefined
        ? this.#pods.filter((one) => one.manifest.component === manifest.component && manifest.component !== "")
        : [{ manifest, pod }];
    const here = pod === undefined ? this.#pods.filter((one) => one.manifest.identity.namespace === namespace) : own;
    const matched = here.filter((one) => isSelected(one.pod.labels, selector));
    if (matched.length === 0 && own.length > 0)
      this.#tell(manifest, {
        message: tell(
          PIPELINE_CODE.brokenReference,
          "{kind} {name} selects none of the pods: {Object} is not among their labels",
          {
            kind,
            name,
            Object: Object.entries(selector)
              .filter(([label, value]) => own[0]!.pod.labels[label] !== value)
              .map(([label, value]) => `${label}=${String(value)}`)
              .join(", "),
          },
        ).message,
        written: name,
        path: ["spec", "selector"],
      });
    if (isService) this.#targetPorts(manifest, matched);
  }

  /** Ports that are named must be ports of what is selected. */
  #targetPorts(manifest: Manifest, matched: readonly { readonly pod: PodSpec }[]): void {
    const ports = read(manifest.object, ["spec", "ports"]);
    if (matched.length === 0 || !Array.isArray(ports)) return;
    const known = matched.flatMap(({ pod }) =>
      containersOf(pod).flatMap(({ container }) => namesIn(container["ports"], ["name"])),
    );
    for (const one of ports as readonly Plain[]) {
      const target = isStruct(one) ? one["targetPort"] : undefined;
      if (typeof target === "string" && !known.includes(target))
        this.#tell(manifest, {
          message: tell(
            PIPELINE_CODE.brokenReference,
            "Service {identity} leads to the port {target}, which no container has",
            { identity: manifest.identity.name, target },
          ).message,
          written: target,
          known,
          path: ["spec", "ports"],
        });
    }
  }

  #unique(manifest: Manifest, names: readonly string[], what: string, path: readonly (string | number)[]): void {
    const twice = [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
    for (const name of twice)
      this.#tell(manifest, {
        message: tell(PIPELINE_CODE.brokenReference, "two {what} are named {name}", { what, name }).message,
        written: name,
        path,
      });
  }

  #tell(manifest: Manifest, { message, severity = "error", written, known = [], path, hint }: Told): void {
    const { kind, name } = manifest.identity;
    const near = hint === undefined ? nearestName(written, known) : null;
    const subject = manifest.component === "" ? "" : `component ${manifest.component}: `;
    const place = writtenAt(manifest, this.#jobs, written);
    this.found.push({
      ...tell(PIPELINE_CODE.brokenReference, "{subject}{problem}", {
        subject,
        problem: message,
        object: `${kind}/${name}`,
        name: written,
        component: manifest.component,
      }),
      severity,
      ...(place && { places: [place] }),
      notes: [
        `in ${kind} ${name}, ${pathText(path)}`,
        ...(known.length === 0 || near !== null ? [] : [`there: ${known.join(", ")}`]),
      ],
      ...(hint !== undefined && { hint }),
      ...(near !== null && { hint: advise(PIPELINE_CODE.brokenReference, "did you mean {near}?", { near }) }),
    });
  }

  #namesOf(kind: string, namespace: string): Map<string, Manifest | undefined> {
    const key = `${kind} ${namespace}`;
    const names = this.#names.get(key) ?? new Map<string, Manifest | undefined>();
    this.#names.set(key, names);
    return names;
  }
}

/** Where a component says it: the text itself, or the field of that name, or the first line that is no library's. */
function writtenAt(
  { component, transformer }: Manifest,
  jobs: readonly PreparedJob[],
  text: string,
): Place | undefined {
  const [subject] = jobs.find((job) => job.component === component && job.transformer === transformer)?.inputs ?? [];
  let best: { place: Place; rank: number } | undefined;
  for (const { path, place } of subject === undefined ? [] : writtenParts(subject.tree.fields[0]!.value)) {
    if (place.file.name.startsWith("opmodel.dev/")) continue;
    const here = place.file.text.slice(place.span.start, place.span.end).replace(/^"|"$/g, "");
    const rank = here === text ? 3 : path.includes(text) ? 2 : 1;
    if (best === undefined || rank > best.rank) best = { place, rank };
  }
  return best?.place;
}

function namesIn(list: Plain | undefined, path: readonly string[]): string[] {
  if (!Array.isArray(list)) return [];
  return (list as readonly Plain[]).flatMap((item) => {
    const name = read(item, path);
    return typeof name === "string" ? [name] : [];
  });
}

function isSelected(labels: PlainStruct, selector: PlainStruct): boolean {
  return Object.entries(selector).every(([label, value]) => labels[label] === value);
}

function pathText(path: readonly (string | number)[]): string {
  return path.map((step, i) => (typeof step === "number" ? `[${step}]` : i === 0 ? step : `.${step}`)).join("");
}
