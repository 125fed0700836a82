/** Each before those that call themselves the same besides: Edge says Chrome, Chrome says Safari. */
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
  ['curl', /\bcurl\//],
] as const

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** "Firefox on Windows", as far as what a browser calls itself tells it (User-Agent). */
export function agentWords(agent: string): string {
  const nameIn = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, sign]) => sign.test(agent))?.[0]
  const browser =
    nameIn(BROWSERS) ?? (agent === '' ? 'Unknown browser' : (agent.split(/[\s/]/, 1)[0] ?? '').slice(0, 40))
  const system = nameIn(SYSTEMS)
  return system === undefined ? browser : `${browser} on ${system}`
}
