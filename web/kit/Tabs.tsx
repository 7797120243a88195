import '@mantine/core/styles/Tabs.css'
import { Tabs as MantineTabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Kit } from './Kit.tsx'
import styles from './Tabs.module.css'

type Props<Name extends string> = {
  /** What the tabs are about, for screen readers. */
  label: string
  value: Name
  onChange: (name: Name) => void
  tabs: readonly { value: Name; label: ReactNode; content: ReactNode }[]
}

/** Parts of one screen, of which one is shown. Arrow keys go through them; where there is no room they scroll sideways. */
export function Tabs<Name extends string>({ label, value, onChange, tabs }: Props<Name>) {
  const list = useRef<HTMLDivElement>(null)
  const at = tabs.findIndex((tab) => tab.value === value)
  // The one that is shown is in sight, however it was come to.
  useEffect(() => {
    const shown = list.current?.children[at]
    if (!list.current || !(shown instanceof HTMLElement)) return
    list.current.scrollLeft = shown.offsetLeft - (list.current.clientWidth - shown.offsetWidth) / 2
  }, [at])
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
