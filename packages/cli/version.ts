import manifest from '@hermes-agent/cli/package.json' with { type: 'json' };

export const version: string = manifest.version;
