import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** The project's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Import {
  /** Own files: path from the project’s root without extension; packages: the name as written. */
  to: string
  own: boolean
  /** Only types, which the build erases. */
  typeOnly: boolean
}

export interface Source {
  /** Relative to the project’s root. */
  path: string
  text: string
  imports: Import[]
  /** The syntax tree; null for styles. */
  ast: ts.SourceFile | null
}

/** All source files below these folders. */
export function sourcesIn(...folders: string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|css)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
      .sort()
      .map(sourceOf),
  )
}

function sourceOf(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const ast = path.endsWith('.css') ? null : parse(path, text)
  return { path, text, imports: ast ? importsOf(path, ast) : [], ast }
}

/** Parses code as one of our source files. */
export function parse(path: string, text: string): ts.SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
}

export function importsOf(path: string, ast: ts.SourceFile): Import[] {
  const found: Import[] = []
  const note = (specifier: ts.Expression | undefined, typeOnly: boolean) => {
    if (specifier && ts.isStringLiteralLike(specifier)) found.push(importOf(path, specifier.text, typeOnly))
  }
  visit(ast, (node) => {
    if (ts.isImportDeclaration(node)) note(node.moduleSpecifier, isTypeOnly(node.importClause))
    else if (ts.isExportDeclaration(node)) note(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      note(node.arguments[0], false)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      note(node.argument.literal, true)
  })
  return found
}

/** `import type …`, or every name in it marked as a type. */
function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false
  if (clause.isTypeOnly) return true
  const names = clause.namedBindings
  if (clause.name || !names || !ts.isNamedImports(names)) return false
  return names.elements.length > 0 && names.elements.every((element) => element.isTypeOnly)
}

function importOf(from: string, specifier: string, typeOnly: boolean): Import {
  const bare = specifier.replace(/\?.*$/, '')
  const to = bare.startsWith('~/')
    ? `app/${bare.slice(2)}`
    : bare.startsWith('.')
      ? normalize(join(dirname(from), bare))
      : bare
  const own = /^(app|db|tests|build)\//.test(to) && to !== bare ? true : /^(db|tests)\//.test(to)
  return { to: to.replace(/\.(ts|tsx|mjs)$/, ''), own, typeOnly }
}

/** Calls for every node of a tree. */
export function visit(node: ts.Node, call: (node: ts.Node) => void): void {
  call(node)
  ts.forEachChild(node, (child) => visit(child, call))
}

/** "path:line" of a node, for reports. */
export function placeOf({ path, ast }: Source, node: ts.Node): string {
  const line = ast ? ast.getLineAndCharacterOfPosition(node.getStart(ast)).line + 1 : 0
  return `${path}:${line}`
}
