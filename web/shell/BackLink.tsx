import { useContext } from 'react'
import { ButtonLink } from '../kit/Button.tsx'
import { ChevronLeftIcon } from '../kit/icons.tsx'
import { DialogContext } from './navigationState.ts'
import styles from './Screen.module.css'

/** A link from a page to the list that it belongs to. Not shown in a dialog, which is closed instead. */
export function BackLink({ to, children }: { to: string; children: string }) {
  const inDialog = useContext(DialogContext) !== undefined
  if (inDialog) return null
  return (
    <p className={styles.back}>
      <ButtonLink kind="quiet" flush to={to} icon={<ChevronLeftIcon size={20} />}>
        {children}
      </ButtonLink>
    </p>
  )
}
