import { createContext, useContext } from 'react'

/** Set by the server for one response; browsers hide it, so it is empty there. */
export const NonceContext = createContext<string | undefined>(undefined)

/** The nonce that scripts of this page carry: `<Scripts nonce>`, `<ScrollRestoration nonce>`. */
export function useNonce(): string | undefined {
  return useContext(NonceContext)
}
