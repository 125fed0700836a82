/** Kind of object → the function whose readers may read its documents; null for a kind that nobody may read. */
export function functionOfKind(objectKind: string): string | null {
  return FUNCTIONS[objectKind] ?? null
}

const FUNCTIONS: Record<string, string> = { nav: 'navctrl' }
