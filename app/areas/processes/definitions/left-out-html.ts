/** How often each element and each attribute stands in HTML, by name. */
function namesIn(html: string): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const [, element = '', attributes = ''] of html.matchAll(
    /<([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)/gi,
  )) {
    add(element.toLowerCase())
    const bare = attributes.replace(/=\s*(?:"[^"]*"|'[^']*'|[^\s"']+)/g, '=')
    for (const [, attribute = ''] of bare.matchAll(/([a-z_:][\w:.-]*)\s*=/gi)) add(attribute.toLowerCase())
  }
  return counts
}

/** What stands for a name in a sentence where the name alone says too little. */
const WORDS: Readonly<Record<string, string>> = {
  href: 'the address of a link (https, http, mailto and pages of this site that only show something are kept)',
}

const MOST_NAMED = 12

/**
 * What of an HTML text is not in its cleaned form, as a sentence that names each element and attribute once: "Left out
 * of Task Info: script, onclick." Undefined when nothing is missing.
 */
export function leftOutOfHtml(given: string, clean: string): string | undefined {
  const kept = namesIn(clean)
  const missing = [...namesIn(given)].filter(([name, count]) => (kept.get(name) ?? 0) < count)
  if (missing.length === 0) return undefined
  const named = missing.slice(0, MOST_NAMED).map(([name]) => WORDS[name] ?? name)
  const more = missing.length > MOST_NAMED ? [`and ${missing.length - MOST_NAMED} more`] : []
  return `Left out of Task Info: ${[...named, ...more].join(', ')}.`
}
