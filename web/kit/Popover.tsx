import '@mantine/core/styles/Popover.css'
import { Popover as MantinePopover } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { Kit } from './Kit.tsx'
import styles from './Popover.module.css'

type Props = {
  opened: boolean
  close: () => void
  /** The element it is positioned at, usually the button that opens it; focus returns to it. */
  anchor: ReactElement
  label: string
  children: ReactNode
}

/** A small panel for a few transient controls. Escape and a press outside close it. */
export const Popover = ({ opened, close, anchor, label, children }: Props) => (
  <Kit>
    <MantinePopover
      opened={opened}
      onChange={(open) => !open && close()}
      onDismiss={close}
      trapFocus
      returnFocus
      position="bottom-start"
      shadow="md"
      zIndex="var(--z-popover)"
      transitionProps={{ duration: 150 }}
    >
      <MantinePopover.Target>{anchor}</MantinePopover.Target>
      <MantinePopover.Dropdown className={styles.panel} aria-label={label}>
        {children}
      </MantinePopover.Dropdown>
    </MantinePopover>
  </Kit>
)
