import '@mantine/core/styles/Tabs.css'
import { Tabs as MantineTabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { Kit } from './Kit.tsx'
import styles from './Tabs.module.css'

type Props<Name extends string> = {
  /** What the tabs are about, for screen readers. */
  label: string
  value: Name
  onChange: (name: Name) => void
  tabs: readonly { value: Name; label: ReactNode; content: ReactNode }[]
}

/** Parts of one screen, of which one is shown. Arrow keys go through them; on phones they scroll sideways. */
export const Tabs = <Name extends string>({ label, value, onChange, tabs }: Props<Name>) => (
  <Kit>
    <MantineTabs value={value} onChange={(next) => next && onChange(next as Name)} keepMounted={false}>
      <MantineTabs.List aria-label={label} className={styles.list}>
        {tabs.map((tab) => (
          <MantineTabs.Tab key={tab.value} value={tab.value} className={styles.tab}>
            {tab.label}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      {tabs.map((tab) => (
        <MantineTabs.Panel key={tab.value} value={tab.value} className={styles.panel}>
          {tab.content}
        </MantineTabs.Panel>
      ))}
    </MantineTabs>
  </Kit>
)
