import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'
import { Combobox as MantineCombobox, useCombobox } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import { fold, matchesWords, words } from '#shared/rules/textMatching.ts'
import { useTexts } from '../i18n.ts'
import { classes } from './classes.ts'
import styles from './Combobox.module.css'
import fields from './Field.module.css'
import { describedBy, type FieldProps, Frame } from './Frame.tsx'
import { CheckIcon, ChevronDownIcon } from './icons.tsx'
import { Kit } from './Kit.tsx'
import type { Option } from './Select.tsx'
import english from './texts.en.json'

/** The most options shown at once; typing more narrows them. */
const maxOptions = 50

/** Mantine adds the other ARIA attributes. */
const role = { role: 'combobox' }

type Props<Value extends string> = FieldProps<Value | ''> & {
  options: readonly (Option<Value> & { hint?: string })[]
  placeholder?: string
}

/** A searchable select. The search ignores accents and tolerates small typos. */
export function Combobox<Value extends string>(props: Props<Value>) {
  const { label, value, onChange, onBlur, name, fault, hint, required, disabledReason, options } = props
  const t = useTexts('kit', english)
  const id = useId()
  const selected = options.find((option) => option.value === value)
  const [typed, setTyped] = useState<string>()
  const store = useCombobox({ onDropdownClose: () => store.resetSelectedOption() })
  const matches = useMatches(options, typed ?? '')
  function changeText(text: string) {
    setTyped(text)
    store.openDropdown()
    store.updateSelectedOptionIndex()
  }
  function finishTyping() {
    // Clearing the text clears the value; any other text that was not picked is discarded.
    if (typed?.trim() === '' && value !== '') onChange('')
    setTyped(undefined)
    store.closeDropdown()
    onBlur?.()
  }
  return (
    <Kit>
      <Frame {...{ id, label, name, fault, hint, required, disabledReason }}>
        <MantineCombobox
          store={store}
          zIndex="var(--z-popover)"
          transitionProps={{ duration: 0 }}
          onOptionSubmit={(next) => {
            onChange(next as Value)
            setTyped(undefined)
            store.closeDropdown()
          }}
        >
          <MantineCombobox.Target>
            <span className={styles.around}>
              <MantineCombobox.EventsTarget withExpandedAttribute>
                <input
                  {...describedBy(id, { fault, required })}
                  id={id}
                  name={name}
                  {...role}
                  autoComplete="off"
                  className={classes(fields.input, styles.input)}
                  placeholder={props.placeholder}
                  value={typed ?? selected?.label ?? ''}
                  readOnly={disabledReason !== undefined}
                  onChange={({ target }) => changeText(target.value)}
                  onClick={({ currentTarget }) => {
                    if (disabledReason !== undefined) return
                    // Typing replaces the current choice.
                    if (typed === undefined) currentTarget.select()
                    store.openDropdown()
                  }}
                  onBlur={finishTyping}
                />
              </MantineCombobox.EventsTarget>
              <ChevronDownIcon size={20} />
            </span>
          </MantineCombobox.Target>
          <MantineCombobox.Dropdown className={styles.list}>
            <MantineCombobox.Options labelledBy={`${id}-label`}>
              {matches.slice(0, maxOptions).map((option) => (
                <MantineCombobox.Option
                  key={option.value}
                  value={option.value}
                  active={option.value === value}
                  className={styles.option}
                >
                  <span className={styles.text}>
                    {option.label}
                    {option.hint && <span className={styles.hint}>{option.hint}</span>}
                  </span>
                  {option.value === value && <CheckIcon size={20} />}
                </MantineCombobox.Option>
              ))}
            </MantineCombobox.Options>
            {(matches.length === 0 || matches.length > maxOptions) && (
              <p className={styles.note} role="status">
                {matches.length > 0 ? t('typeOn', { count: matches.length - maxOptions }) : t('noneFound')}
              </p>
            )}
          </MantineCombobox.Dropdown>
        </MantineCombobox>
      </Frame>
    </Kit>
  )
}

/** The options that match the typed text. */
function useMatches<Candidate extends Option & { hint?: string }>(options: readonly Candidate[], typed: string) {
  const searchable = useMemo(
    () => options.map((option) => ({ option, text: words(fold(`${option.label} ${option.hint ?? ''}`)) })),
    [options],
  )
  const query = words(fold(typed))
  return query.length === 0
    ? options
    : searchable.filter(({ text }) => matchesWords(text, query)).map(({ option }) => option)
}
