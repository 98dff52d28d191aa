import { HermesError } from '@hermes-agent/core';
import { type Domain, type DomainDeclaration, parseDomain } from './declaration.ts';

export interface Domains {
  /** The domain by that name. Throws `NOT_FOUND`, naming those there are. */
  find(name: string): Domain;
  readonly all: readonly Domain[];
}

/**
 * Every domain of this process. Throws `INVALID_ARGUMENT` for a bad declaration and `CONFLICT` for a name that is
 * declared twice.
 */
export function declareDomains(declarations: readonly DomainDeclaration[]): Domains {
  const domains = new Map<string, Domain>();
  for (const declaration of declarations) {
    const domain = parseDomain(declaration);
    if (domains.has(domain.name)) {
      throw new HermesError('CONFLICT', `The domain ${domain.name} is declared twice`, { layer: 'memory' });
    }
    domains.set(domain.name, domain);
  }
  return {
    find(name) {
      const domain = domains.get(name);
      if (domain !== undefined) return domain;
      throw new HermesError('NOT_FOUND', 'No such domain is declared', {
        layer: 'memory',
        hint: `Declared: ${[...domains.keys()].join(', ') || 'none'}.`,
      });
    },
    all: [...domains.values()],
  };
}
