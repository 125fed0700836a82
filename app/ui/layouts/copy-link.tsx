import { useEffect, useState } from 'react'

/** Copies the address of what is seen, to be shared. Only with scripts, and where the browser lets a page do it. */
export function CopyLink({ href }: { href: string }) {
  const [able, setAble] = useState(false)
  const [told, setTold] = useState('')
  useEffect(() => setAble(navigator.clipboard !== undefined), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(new URL(href, window.location.href).href)
      setTold('The link is copied.')
    } catch {
      setTold('The browser did not allow it. Copy the address of this page instead.')
    }
  }

  if (!able) return null
  return (
    <>
      <button type="button" className="button" onClick={copy}>
        Copy link
      </button>
      <span role="status" className="muted">
        {told}
      </span>
    </>
  )
}
