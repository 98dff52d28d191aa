/**
 * A peer's module. It is installed by `npm run bench` alone, so nothing may need it to check types: whoever imports
 * it writes down the little that is used.
 */
export const importPeer = async <Module>(name: string): Promise<Module> => (await import(name)) as Module;
