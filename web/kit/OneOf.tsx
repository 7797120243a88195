import { type ComponentProps, Suspense, useId } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { chunk } from '../chunk.ts'
import { Frame } from './Frame.tsx'
import { type Option, Select } from './Select.tsx'
import { Skeleton } from './Skeleton.tsx'

/** Above this many options the list becomes searchable. */
const maxListed = 20
const SearchableSelect = chunk(() => import('./Combobox.tsx').then(({ Combobox }) => Combobox<string>))

type Props = Omit<ComponentProps<typeof Select<string>>, 'options'> & {
  /** Tells apart options with the same label. */
  options: readonly (Option & { hint?: string })[]
}

/**
 * A select for lists that may be short or long, such as a club's teams: a long one becomes searchable, and screens with short
 * ones never load that chunk. While it loads a skeleton stands in, since a focusable placeholder would lose its focus; if loading
 * fails, the native select.
 */
export function OneOf(props: Props) {
  const id = useId()
  const { value, options, onChange } = props
  const hasEmptyOption = options.some((option) => option.value === '')
  // Without a placeholder a native select would show its first option as chosen.
  const placeholder = props.placeholder ?? (value === '' && !hasEmptyOption ? '' : undefined)
  const labeledOptions = options.map((option) =>
    option.hint ? { ...option, label: `${option.label} (${option.hint})` } : option,
  )
  const nativeSelect = (
    <Select {...props} options={labeledOptions} {...(placeholder !== undefined && { placeholder })} />
  )
  if (options.length <= maxListed) return nativeSelect
  // If the native select has no empty option, clearing the text is ignored too.
  const canBeEmpty = props.placeholder !== undefined || hasEmptyOption
  const { label, name, fault, hint, required, disabledReason, labelHidden } = props
  const skeleton = (
    <Frame {...{ id, label, name, fault, hint, required, disabledReason, labelHidden }}>
      <Skeleton height="var(--target)" />
    </Frame>
  )
  return (
    <ErrorBoundary fallback={nativeSelect}>
      <Suspense fallback={skeleton}>
        <SearchableSelect.Component
          {...props}
          // A native select shows groups as headings; here they become hints.
          options={options.map(({ group, ...option }) => ({ ...option, ...(group !== undefined && { hint: group }) }))}
          onChange={(next) => (next !== '' || canBeEmpty) && onChange(next)}
        />
      </Suspense>
    </ErrorBoundary>
  )
}
