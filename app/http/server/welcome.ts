import { DEMO_USERS } from '~/areas/access/demo-users'

interface Listening {
  siteUrl: string | null
  host: string | null
  port: number
  /** The demo data is loaded. */
  demo: boolean
}

/** What the person who started Fundesk reads at the end: where it is, and who may log in to the demo data. */
export function welcome({ siteUrl, host, port, demo }: Listening): string {
  const address = siteUrl ?? `http://${nameOf(host)}:${port}`
  if (!demo) return `Fundesk is ready: ${address}`
  const users = DEMO_USERS.map(([names]) => `  ${names}`).join('\n')
  return `Fundesk is ready: ${address}\nDemo users (password fundesk-demo):\n${users}`
}

function nameOf(host: string | null): string {
  if (host === null || host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
