import '@mantine/core/styles/Tabs.css'
import { Tabs as MantineTabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Kit } from './Kit.tsx'
import styles from './Tabs.module.css'

type Props<Name extends string> = {
  /** The accessible name of the tab list. */
  label: string
  value: Name
  onChange: (name: Name) => void
  tabs: readonly { value: Name; label: ReactNode; content: ReactNode }[]
}

/** Tabs, of which one panel is mounted. Arrow keys move between them; they scroll sideways if there is no room. */
export function Tabs<Name extends string>({ label, value, onChange, tabs }: Props<Name>) {
  const list = useRef<HTMLDivElement>(null)
  const index = tabs.findIndex((tab) => tab.value === value)
  // Scroll the active tab into view, however it was activated.
  useEffect(() => {
    const activeTab = list.current?.children[index]
    if (!list.current || !(activeTab instanceof HTMLElement)) return
    list.current.scrollLeft = activeTab.offsetLeft - (list.current.clientWidth - activeTab.offsetWidth) / 2
  }, [index])
  return (
    <Kit>
      <MantineTabs value={value} onChange={(next) => next && onChange(next as Name)} keepMounted={false}>
        <MantineTabs.List ref={list} aria-label={label} className={styles.list}>
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
}
