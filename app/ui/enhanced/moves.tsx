import { type HTMLAttributes, useEffect, useRef, useState } from 'react'
import { useMove } from 'react-aria/useMove'

/** How far a grip was moved: in pixels, or in single steps of the arrow keys. */
export interface Move {
  deltaX: number
  isByKey: boolean
}

export type GripProps = Pick<HTMLAttributes<HTMLElement>, 'onPointerDown' | 'onKeyDown'>

interface MovesProps {
  /** Passes handlers to the grip, which stays mounted. */
  lend: (props: GripProps) => void
  onMoveStart?: () => void
  onMove: (move: Move) => void
  onMoveEnd?: () => void
}

/** Moves a grip by mouse, pen, finger and arrow keys. */
export default function Moves({ lend, ...handlers }: MovesProps) {
  const latest = useRef(handlers)
  latest.current = handlers
  const [steady] = useState(() => ({
    onMoveStart: () => latest.current.onMoveStart?.(),
    onMove: ({ deltaX, pointerType }: { deltaX: number; pointerType: string }) =>
      latest.current.onMove({ deltaX, isByKey: pointerType === 'keyboard' }),
    onMoveEnd: () => latest.current.onMoveEnd?.(),
  }))
  const { moveProps } = useMove(steady)
  useEffect(() => lend(moveProps), [lend, moveProps])
  return null
}
