import { useEffect, useRef } from 'react'
import styles from './Table.module.css'

type Props = { label: string; checked: boolean; some?: boolean; toggle: (isRange: boolean) => void }

/** Selects a row, or all of them; with Shift the range since the last one. */
export function CheckMark({ label, checked, some = false, toggle }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = some
  }, [some])
  return (
    <label className={styles.check}>
      <input
        ref={input}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={({ nativeEvent }) => toggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  )
}
