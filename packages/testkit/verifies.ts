/**
 * States which requirements a test proves. The gate in `tests/requirements.test.ts` reads these calls from the
 * sources, so the ids must be literals.
 */
export function verifies(..._requirementIds: readonly string[]): void {}
