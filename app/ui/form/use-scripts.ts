import { useEffect, useState } from 'react'

/** False on the server and where there are no scripts: nothing may then wait for them. */
export function useScripts(): boolean {
  const [running, setRunning] = useState(false)
  useEffect(() => setRunning(true), [])
  return running
}
