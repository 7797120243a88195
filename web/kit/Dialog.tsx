import type { Drawer, Modal } from '@mantine/core'
import { useDeferredValue } from 'react'
import styles from './Dialog.module.css'

/** Whether a dialog of the kit is drawn open. First it is drawn closed: then the kit remembers where focus has to go back to. */
export const useDrawnOpen = (opened: boolean): boolean => useDeferredValue(opened, false)

type Props = {
  /** The kit's parts of this kind of dialog. */
  of: Pick<typeof Modal | typeof Drawer, 'Title' | 'CloseButton'>
  title: string
  closeLabel: string
}

/** The head of a dialog of the kit, which stays in sight. The kit's own header would be a second banner of the page. */
export const DialogHead = ({ of: { Title, CloseButton }, title, closeLabel }: Props) => (
  <div className={styles.header}>
    <Title className={styles.title}>{title}</Title>
    <CloseButton aria-label={closeLabel} size={44} iconSize={24} />
  </div>
)
