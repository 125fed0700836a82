/**
 * The value of a key that comes from outside (an address, a file, a field): undefined for names that every object
 * inherits, such as "constructor".
 */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
