const LONGEST = 66

/** A file name as it is shown: cut at 66 characters before its extension, then an ellipsis (specification section 5). */
export function shownFileName(name: string): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const letters = Array.from(stem)
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…${extension}` : name
}
