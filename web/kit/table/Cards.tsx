import type { ReactNode } from 'react'
import type { CustomContainerComponentProps, CustomItemComponentProps } from 'virtua'
import { useTexts } from '../../i18n.ts'
import { IconButton } from '../Button.tsx'
import { Link } from '../Link.tsx'
import { ChevronDownIcon, ChevronUpIcon } from '../icons.tsx'
import { Select } from '../Select.tsx'
import english from '../texts.en.json'
import { useKeptFocus } from '../useKeptFocus.ts'
import { CheckMark } from './CheckMark.tsx'
import type { Column } from './columns.ts'
import styles from './Table.module.css'
import type { ViewProps } from './view.ts'
import { Windowed } from './Windowed.tsx'

const List = ({ children, ...rest }: CustomContainerComponentProps) => (
  <div role="presentation" {...rest} className={styles.list}>
    {children}
  </div>
)

/** An empty cell, or the dash for one: cards omit such facts. */
const isEmptyCell = (fact: ReactNode) => [null, undefined, false, '', '–'].includes(fact as string)

/** The rows as cards on a phone: the same facts in the same order. */
export function Cards<Row>(props: ViewProps<Row>) {
  const { label, rows, columns, keys, nameOf, to, actions, choice, selection: chosen } = props
  const t = useTexts('kit', english)
  const [first, ...facts] = columns
  const box = useKeptFocus<HTMLDivElement>()
  return (
    <div className={styles.cards}>
      <Tools {...props} />
      <div ref={box} tabIndex={-1} role="list" aria-label={label} className={styles.listBox}>
        <Windowed
          keys={keys}
          within={box}
          as={List}
          item={Item}
          renderRow={(index) => {
            const row = rows[index] as Row
            const key = keys[index] ?? ''
            const cells = facts.map((column) => [column, column.cell(row)] as const)
            return (
              <div key={key} className={styles.card} role="presentation">
                {choice && (
                  <CheckMark
                    label={t('chooseRow', { name: nameOf(row) })}
                    checked={chosen.selectedKeys.has(key)}
                    toggle={(isRange) => chosen.toggle(index, isRange)}
                  />
                )}
                <div className={styles.text}>
                  <div className={styles.name}>
                    {to ? <Link to={to(row)}>{first?.cell(row)}</Link> : first?.cell(row)}
                  </div>
                  <dl className={styles.facts}>
                    {cells.map(
                      ([{ key: name, head }, fact]) =>
                        !isEmptyCell(fact) && (
                          <div key={name}>
                            <dt>{head}</dt>
                            <dd>{fact}</dd>
                          </div>
                        ),
                    )}
                  </dl>
                </div>
                {actions && <div className={styles.actions}>{actions(row)}</div>}
              </div>
            )
          }}
        />
      </div>
    </div>
  )
}

function Item({ children, index: _index, ...rest }: CustomItemComponentProps) {
  return (
    <div role="listitem" {...rest} className={styles.item}>
      {children}
    </div>
  )
}

/** Select-all and the sort order, which a table has in its header. */
function Tools<Row>({ columns, choice, selection: chosen, order, sortBy }: ViewProps<Row>) {
  const t = useTexts('kit', english)
  const sortable = columns.filter(({ sort }) => sort)
  if (!choice && sortable.length === 0) return null
  const unsortedOption = { value: '', label: t('asTheyCame') }
  return (
    <div className={styles.tools}>
      {choice && (
        <span className={styles.all}>
          <CheckMark label={t('chooseAll')} checked={chosen.all} some={chosen.some} toggle={() => chosen.toggleAll()} />
          <span aria-hidden="true">{t('chooseAll')}</span>
        </span>
      )}
      {sortable.length > 0 && (
        <Select
          label={t('sortBy')}
          labelHidden
          value={order?.by ?? ''}
          options={[unsortedOption, ...sortable.map(({ key, head }: Column<Row>) => ({ value: key, label: head }))]}
          onChange={(by) => sortBy(by ? { by, descending: order?.descending ?? false } : undefined)}
        />
      )}
      {order && (
        <IconButton
          label={order.descending ? t('descending') : t('ascending')}
          onClick={() => sortBy({ ...order, descending: !order.descending })}
        >
          {order.descending ? <ChevronDownIcon /> : <ChevronUpIcon />}
        </IconButton>
      )}
    </div>
  )
}
