/** localhost, 127.0.0.1 and ::1, with or without a port: what is sent there does not leave the machine. */
export function isLoopback(hostPort: string): boolean {
  let host = hostPort;
  const bracket = /^\[([^\]]*)\](?::[0-9]+)?$/.exec(hostPort);
  if (bracket !== null) host = bracket[1]!;
  else if (hostPort.indexOf(":") === hostPort.lastIndexOf(":")) host = hostPort.replace(/:[^:]*$/, "");
  return host === "localhost" || host === "127.0.0.1" || /^(?:0{0,4}:){1,7}0{0,3}1$/.test(host);
}
