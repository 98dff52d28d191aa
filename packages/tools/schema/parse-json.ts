/**
 * `JSON.parse`, except that an integer a double cannot hold exactly becomes a `bigint` instead of a neighbour.
 * No schema accepts a bigint as a number, so a rounded id cannot get through; where the schema does not look,
 * the member is stripped with the rest of what is undeclared.
 *
 * Throws `SyntaxError`. The caller bounds the text's length.
 */
export function parseJson(text: string): unknown {
  if (!MAY_HOLD_UNSAFE_NUMBER.test(text)) return JSON.parse(text);
  if (nestsDeeperThan(text, DEEPEST_REVIVABLE)) throw new SyntaxError('JSON nests too deep');
  return JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
      ? BigInt(value)
      : value,
  );
}

const MAY_HOLD_UNSAFE_NUMBER = /[0-9]{16}|[0-9][eE]/;

/** A reviver recurses; far below what overflows the stack, far above what `findExcess` lets pass. */
const DEEPEST_REVIVABLE = 500;

function nestsDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (quoted) {
      if (character === '\\') index += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > limit) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}
