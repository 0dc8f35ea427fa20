import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";

/** Where Argo CD itself has it. */
const SERVER = ["", "home", "argocd", "cmp-server"].join("/");

/** `opm argocd plugin`: everything that a config management plugin needs, as files to copy. */
export function run({ io, version }: CommandContext): number {
  io.stdout(`# plugin.yaml: part of the image below
apiVersion: argoproj.io/v1alpha1
kind: ConfigManagementPlugin
metadata:
  name: opm
spec:
  version: v${version}
  discover:
    find:
      glob: "**/cue.mod/module.cue"
  generate:
    command: [opm, argocd, generate]
  parameters:
    dynamic:
      command: [opm, argocd, parameters]
---
# Dockerfile of the image
# FROM node:22-slim
# RUN npm install --global opmodel@${version} && mkdir -p ${SERVER}/config
# COPY plugin.yaml ${SERVER}/config/plugin.yaml
# USER 999
# ENTRYPOINT ["/var/run/argocd/argocd-cmp-server"]
---
# A patch of the Deployment argocd-repo-server
spec:
  template:
    spec:
      containers:
        - name: opm
          image: registry.example.com/opm-argocd:${version}
          securityContext:
            runAsNonRoot: true
            runAsUser: 999
          volumeMounts:
            - {name: var-files, mountPath: /var/run/argocd}
            - {name: plugins, mountPath: ${SERVER}/plugins}
            - {name: opm-tmp, mountPath: /tmp}
      volumes:
        - {name: opm-tmp, emptyDir: {}}
`);
  return exitCode.ok;
}
