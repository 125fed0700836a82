import ts from 'typescript'
import { zoneOf } from './arrows'
import { placeOf, type Source, visit } from './sources'

const NAMES = /^(utils?|helpers?|misc|common|libs?|shared)$/i

/** Names that say nothing about their content. */
export function forbiddenName({ path }: Pick<Source, 'path'>): boolean {
  return path.split('/').some((part) => NAMES.test(part.replace(/\..*$/, '')))
}

/** Forbidden words, each with its place. */
export function forbiddenWords(source: Source): string[] {
  const { ast, path } = source
  if (!ast) return []
  const found: string[] = []
  const note = (node: ts.Node, what: string) => found.push(`${placeOf(source, node)} ${what}`)
  const domain = ['pure', 'server-side'].includes(zoneOf(path))
  visit(ast, (node) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) note(node, 'any')
    if (ts.isExportDeclaration(node) && node.moduleSpecifier && !node.exportClause) note(node, 'export *')
    if (ts.isPropertyAccessExpression(node)) {
      const text = node.getText(ast)
      if (text === 'sql.raw') note(node, text)
      if (/^console\./.test(text) && !path.startsWith('tests/bench/')) note(node, text)
      if (/^request\.(text|json|formData|arrayBuffer|blob)$/.test(text) && path.startsWith('app/'))
        note(node, 'reads a body without a limit')
      if (text === 'request.signal' && path.startsWith('app/'))
        note(node, 'is deaf after garbage collection: context.signal')
      if (node.name.text === 'unsafe' && !/^(db|tests)\//.test(path)) note(node, 'unsafe SQL')
      if (domain && ['Date.now', 'Math.random'].includes(text)) note(node, text)
    }
    if (
      domain &&
      ts.isNewExpression(node) &&
      node.expression.getText(ast) === 'Date' &&
      !node.arguments?.length
    )
      note(node, 'new Date()')
    if (domain && ts.isIdentifier(node) && node.text === 'randomUUID') note(node, 'randomUUID')
  })
  return [...found, ...wordsInComments(source)]
}

/** Phrases that people do not say to each other at work, and figures that cannot be read at a glance. */
const MANNERED = [
  /\b(?:nobody|somebody|whoever)\b/i,
  /\b(?:is|are) told\b/,
  /\ball the same\b/,
  /\bmade (?:of|again)\b/,
  /\bis not there\b/,
  /\bin hand\b/,
  /\bso far\./,
  /\bIt waits\b/,
  /\bof its own\b/,
]

/** Texts that are read outside the site, in a pack of evidence. */
const NO_SCREENS = /pack-readme|evidence\/verifier\//

/** The mannered phrases in texts of screens and refusals, each with its place. */
export function mannered(source: Source): string[] {
  const { ast, path } = source
  if (!ast || !path.startsWith('app/') || NO_SCREENS.test(path)) return []
  const found: string[] = []
  visit(ast, (node) => {
    if (!ts.isStringLiteralLike(node) && !ts.isTemplateLiteralToken(node) && !ts.isJsxText(node)) return
    const text = node.text.replace(/\s+/g, ' ')
    for (const pattern of MANNERED) {
      const phrase = pattern.exec(text)?.[0]
      if (phrase) found.push(`${placeOf(source, node)} ${phrase}`)
    }
  })
  return found
}

/** Up to the end of the line. */
const IN_COMMENTS =
  /(?:\/\/|\/\*|^\s*\*).*?(\bTODO\b|\bFIXME\b|\bXXX\b|\bHACK\b|@ts-(?:ignore|nocheck|expect-error))/

function wordsInComments({ path, text }: Source): string[] {
  return text.split('\n').flatMap((line, index) => {
    const word = IN_COMMENTS.exec(line)?.[1]
    return word ? [`${path}:${index + 1} ${word}`] : []
  })
}
