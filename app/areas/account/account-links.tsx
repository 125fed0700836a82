import type { ApiToken } from '~/areas/access/api-tokens.server'
import type { OwnSession } from '~/areas/access/session-rows.server'
import type { UserNotice } from '~/areas/access/user-notices.server'
import { Instant } from '~/platform/page/instant'
import { showDay } from '~/platform/values/show'
import { Badge, type BadgeKind } from '~/ui/badge/badge'
import type { GridColumn } from '~/ui/grid/columns'
import { LinksRow } from '~/ui/page/page'
import { ACCOUNT_PAGES } from './account-pages'

/** The row of links to the pages of one's own account. */
export function AccountLinks() {
  return <LinksRow label="Pages of your account" links={ACCOUNT_PAGES} />
}

/** Columns of the user's notices about access. */
export const NOTICE_COLUMNS: GridColumn<UserNotice>[] = [
  instant('at', 'When'),
  {
    id: 'text',
    header: 'What',
    enableGrouping: false,
    meta: { kind: 'text', wrap: true },
    cell: ({ row }) => row.original.text,
  },
  instant('closedAt', 'Closed'),
]

function instant(id: 'at' | 'closedAt', label: string): GridColumn<UserNotice> {
  return {
    id,
    header: label,
    meta: { kind: 'instant', show: showDay },
    cell: ({ row }) => <Instant at={row.original[id]} />,
  }
}

const TOKEN_STATES = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const
/** Whether a personal token is valid now. */
export type TokenState = (typeof TOKEN_STATES)[number]

/** The status of a token at a moment; `tokenInForce` is the same as a database query. */
export function tokenState(
  { revokedAt, expiresAt }: { revokedAt: Date | null; expiresAt: Date | null },
  now: Date,
): TokenState {
  if (revokedAt !== null) return 'REVOKED'
  return expiresAt !== null && expiresAt <= now ? 'EXPIRED' : 'ACTIVE'
}

/** In order of detection: Edge claims to be Chrome too, and Chrome to be Safari. */
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

/** "Firefox on Windows", as far as the browser's own description shows it (User-Agent). */
function userAgentLabel(agent: string): string {
  const nameIn = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, sign]) => sign.test(agent))?.[0]
  const browser =
    nameIn(BROWSERS) ?? (agent === '' ? 'Unknown browser' : (agent.split(/[\s/]/, 1)[0] ?? '').slice(0, 40))
  const system = nameIn(SYSTEMS)
  return system === undefined ? browser : `${browser} on ${system}`
}

/** Columns of one's own sessions. */
export const SESSION_COLUMNS: GridColumn<OwnSession>[] = [
  {
    id: 'agent',
    header: 'Browser',
    accessorFn: ({ agent }) => userAgentLabel(agent),
    meta: { kind: 'text', cellTitle: ({ agent }) => agent || undefined },
    cell: ({ row }) => userAgentLabel(row.original.agent),
  },
  {
    id: 'address',
    header: 'Address',
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.address,
  },
  sessionInstant('createdAt', 'Logged in'),
  sessionInstant('lastSeenAt', 'Last used'),
]

function sessionInstant(id: 'createdAt' | 'lastSeenAt', label: string): GridColumn<OwnSession> {
  return {
    id,
    header: label,
    meta: { kind: 'instant', show: showDay },
    cell: ({ row }) => <Instant at={row.original[id]} />,
  }
}

type Instants = 'createdAt' | 'expiresAt' | 'lastUsedAt'

/** A token and whether it is valid now. */
export type ShownToken = ApiToken & { state: TokenState }

const KINDS: Record<TokenState, BadgeKind> = {
  ACTIVE: 'success',
  EXPIRED: 'invalidated',
  REVOKED: 'failed',
}

const rights = ({ readOnly }: ApiToken) => (readOnly ? 'Read only' : 'Read and write')

/** Columns of one's own tokens; the tokens themselves are never stored. */
export const TOKEN_COLUMNS: GridColumn<ShownToken>[] = [
  {
    id: 'name',
    header: 'Name',
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.name,
  },
  {
    id: 'rights',
    header: 'Access',
    accessorFn: rights,
    meta: { kind: 'text' },
    cell: ({ row }) => rights(row.original),
  },
  {
    id: 'state',
    header: 'State',
    meta: {
      kind: 'badge',
      filter: 'select',
      options: TOKEN_STATES.map((value) => ({ value, label: value })),
    },
    cell: ({ row }) => <Badge kind={KINDS[row.original.state]} status={row.original.state} />,
  },
  tokenInstant('createdAt', 'Created'),
  tokenInstant('expiresAt', 'Valid until'),
  tokenInstant('lastUsedAt', 'Last used'),
]

function tokenInstant(id: Instants, label: string): GridColumn<ShownToken> {
  return {
    id,
    header: label,
    meta: { kind: 'instant', show: showDay },
    cell: ({ row }) => <Instant at={row.original[id]} />,
  }
}
