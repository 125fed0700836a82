import { useNavigation } from '@remix-run/react'

/** A thin bar at the top of the window, 300 ms after something began to load; nothing blinks before. */
export function LoadingBar() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className="loading-bar screen-only" />
}
