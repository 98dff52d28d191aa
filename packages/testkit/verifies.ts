/**
 * States which requirements a test proves. The gate in `tests/requirements.test.ts` reads these calls from the
 * sources, so the ids must be literals.
 */
export function verifies(..._requirementIds: readonly string[]): void {}

/**
 * States which documented command a test runs, word for word as it stands in an `sh` block of the documents.
 * `tests/docs.test.ts` reads these calls from the sources, so the commands must be literals.
 */
export function provesCommand(..._commands: readonly string[]): void {}
