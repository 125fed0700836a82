import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['app', 'db', 'docs', 'public', 'tests']

export interface Text {
  /** Relative to the project’s root. */
  path: string
  text: string
}

/** The documents of the project. */
export function texts(): Text[] {
  const inDocs = readdirSync(join(root, 'docs'), { encoding: 'utf8', recursive: true }).filter((name) =>
    name.endsWith('.md'),
  )
  return ['README.md', 'CONTRIBUTING.md', ...inDocs.map((name) => `docs/${name}`)].map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }))
}

/** All files and folders of the project, relative to its root. */
export function filesAndFolders(): string[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`),
  )
  return [...FOLDERS, ...readdirSync(root), ...inFolders]
}

/** "app/http/guard.ts", "tests/http/upload*", "tests/architecture/". */
const PATH = new RegExp(String.raw`(?<![\w/.~-])(?:${FOLDERS.join('|')})/[\w.*-]+(?:/[\w.*-]+)*`, 'g')
/** The end of a path, in code: "task-sums.server.ts", "drafts/list.ts". */
const FILE = /`((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|mjs|css|sql|md))`/g
const LINK = /\]\((?!https?:)([^)#\s]*)(#[^)\s]*)?\)/g

/** What a text names but does not exist, as "docs/security.md: tests/gone.test.ts". */
export function missingIn({ path, text }: Text, known: readonly string[], others: readonly Text[]): string[] {
  const all = new Set(known)
  const isThere = (name: string) => {
    const wanted = name.replace(/[./]+$/, '')
    if (!wanted.includes('*')) return all.has(wanted)
    const pattern = new RegExp(`^${wanted.split('*').map(escaped).join('[^/]*')}$`)
    return known.some((each) => pattern.test(each))
  }
  const isEnding = (name: string) => known.some((each) => each === name || each.endsWith(`/${name}`))
  const paths = [...text.matchAll(PATH)].map(([name]) => name).filter((name) => !isThere(name))
  const files = [...text.matchAll(FILE)].map(([, name = '']) => name).filter((name) => !isEnding(name))
  const links = [...text.matchAll(LINK)].flatMap(([, to = '', heading = '']) => {
    const target = to === '' ? path : normalize(join(dirname(path), to))
    if (!isThere(target)) return [target]
    const linked = [...others, { path, text }].find((each) => each.path === target)
    return heading === '' || (linked && headings(linked.text).includes(heading)) ? [] : [target + heading]
  })
  return [...new Set([...paths, ...files, ...links])].map((name) => `${path}: ${name}`)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Anchors as the pages that render these texts build them: "#limits-of-a-request". */
function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => {
    const plain = title.toLowerCase().replace(/[^\w\s-]/g, '')
    return `#${plain.trim().replaceAll(' ', '-')}`
  })
}
