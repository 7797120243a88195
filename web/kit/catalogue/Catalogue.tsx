import { useState } from 'react'
import { Segmented } from '../Radios.tsx'
import { Actions } from './Actions.tsx'
import styles from './Catalogue.module.css'
import { Choices, TextFields } from './Fields.tsx'
import { FormInAllStates } from './FormStates.tsx'
import { Pictures } from './Pictures.tsx'
import { States } from './States.tsx'
import { Tables } from './Tables.tsx'

const sections = { Actions, TextFields, Choices, FormInAllStates, Tables, States, Pictures }

/** Every component of the kit in every state, light and dark, in English and Spanish. */
export function Catalogue() {
  const [scheme, setScheme] = useState('light dark')
  const spanish = new URLSearchParams(location.search).has('es')
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <h1>Kit</h1>
        <Segmented
          label="Light"
          labelHidden
          value={scheme}
          options={[
            { value: 'light dark', label: 'As the device' },
            { value: 'light', label: 'Day' },
            { value: 'dark', label: 'Night' },
          ]}
          onChange={(chosen) => {
            setScheme(chosen)
            document.documentElement.style.colorScheme = chosen
          }}
        />
        <a href={spanish ? '?' : '?es'}>{spanish ? 'English' : 'Español'}</a>
      </header>
      {Object.entries(sections).map(([name, Section]) => (
        <section key={name} aria-label={name} className={styles.section}>
          <h2>{name.replaceAll(/([a-z])([A-Z])/g, '$1 $2')}</h2>
          <Section />
        </section>
      ))}
    </main>
  )
}
