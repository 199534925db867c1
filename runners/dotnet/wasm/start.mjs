// Starts the runtime with what its host has to offer; gives the function that answers a line.
import { dotnet } from "./_framework/dotnet.js";

export async function start(host) {
  const { setModuleImports, getAssemblyExports } = await dotnet.withConfigSrc("./dotnet.boot.js").create();
  setModuleImports("host", host);
  const { Wirelab } = await getAssemblyExports("Wirelab.Wasm.dll");
  return Wirelab.Wasm.Program.Answer;
}
