import { dictionary } from '@zxcvbn-ts/language-common'

let listed: ReadonlySet<string> | undefined

/**
 * True for a password among the commonest of those that leaked, in capital letters or small ones (ASVS V6.2.4). Of the
 * list's 49,000 some 18,000 are long enough to be taken here: all of them are refused, not only the first 3,000.
 */
export function isListedPassword(password: string): boolean {
  listed ??= new Set(dictionary['passwords-common'])
  return listed.has(password) || listed.has(password.toLowerCase())
}
