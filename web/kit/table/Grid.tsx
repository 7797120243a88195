import type { ReactNode } from 'react'
import type { CustomContainerComponentProps, CustomItemComponentProps } from 'virtua'
import { useTexts } from '../../i18n.ts'
import { Link } from '../Link.tsx'
import { classes } from '../classes.ts'
import { ChevronDownIcon, ChevronUpIcon } from '../icons.tsx'
import english from '../texts.en.json'
import { useKeptFocus } from '../useKeptFocus.ts'
import { CheckMark } from './CheckMark.tsx'
import { type Column, nextOrder, tracks } from './columns.ts'
import styles from './Table.module.css'
import type { ViewProps } from './view.ts'
import { Windowed } from './Windowed.tsx'

/** The implicit roles of table elements, which they lose when laid out as a grid. */
const role = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  name: { role: 'rowheader' },
  cell: { role: 'cell' },
}

const Body = ({ children, ...rest }: CustomContainerComponentProps) => (
  <tbody {...role.group} {...rest} className={styles.body}>
    {children}
  </tbody>
)
const Row = ({ children, index, ...rest }: CustomItemComponentProps) => (
  <tr {...role.row} {...rest} aria-rowindex={index + 2} className={styles.row}>
    {children}
  </tr>
)

/** A press on such a row follows its link; other controls in it keep their own behavior. */
const LeadingRow = ({ children, index, ...rest }: CustomItemComponentProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the link in it does the same by keyboard
  <tr
    {...role.row}
    {...rest}
    aria-rowindex={index + 2}
    className={classes(styles.row, styles.leads)}
    onClick={({ target, currentTarget }) => {
      if (target instanceof Element && !target.closest('a, button, input, label, [role="menu"]'))
        currentTarget.querySelector<HTMLAnchorElement>('a[data-leads]')?.click()
    }}
  >
    {children}
  </tr>
)

/** A table on a laptop, with a sticky header. */
export function Grid<Row>(props: ViewProps<Row>) {
  const { label, rows, columns, keys, nameOf, to, actions, choice, selection, order, sortBy } = props
  const t = useTexts('kit', english)
  const { toggle, selectedKeys } = selection
  const box = useKeptFocus<HTMLTableElement>()
  return (
    <table
      {...role.table}
      ref={box}
      tabIndex={-1}
      className={styles.table}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      style={{ '--columns': tracks(columns, choice !== undefined, actions !== undefined) } as object}
    >
      <thead {...role.group} className={styles.thead}>
        <tr {...role.row} aria-rowindex={1} className={styles.row}>
          {choice && (
            <th {...role.head} className={styles.mark}>
              <CheckMark
                label={t('chooseAll')}
                checked={selection.all}
                some={selection.some}
                toggle={() => selection.toggleAll()}
              />
            </th>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} order={order} sortBy={sortBy} />
          ))}
          {actions && (
            <th {...role.head}>
              <span className="visually-hidden">{t('actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <Windowed
        keys={keys}
        within={box}
        as={Body}
        item={to ? LeadingRow : Row}
        renderRow={(index) => {
          const row = rows[index] as Row
          const key = keys[index] ?? ''
          return (
            <Cells key={key}>
              {choice && (
                <td {...role.cell} className={styles.mark}>
                  <CheckMark
                    label={t('chooseRow', { name: nameOf(row) })}
                    checked={selectedKeys.has(key)}
                    toggle={(isRange) => toggle(index, isRange)}
                  />
                </td>
              )}
              {columns.map((column, position) =>
                position === 0 ? (
                  <th key={column.key} {...role.name} scope="row" className={styles.name}>
                    {to ? (
                      <Link to={to(row)} data-leads="">
                        {column.cell(row)}
                      </Link>
                    ) : (
                      column.cell(row)
                    )}
                  </th>
                ) : (
                  <td key={column.key} {...role.cell} className={styles[column.align ?? 'start']}>
                    {column.cell(row)}
                  </td>
                ),
              )}
              {actions && (
                <td {...role.cell} className={styles.actions}>
                  {actions(row)}
                </td>
              )}
            </Cells>
          )
        }}
      />
    </table>
  )
}

/** A column header, with a sort button if it is sortable. */
function HeaderCell<Row>({
  column,
  order,
  sortBy,
}: { column: Column<Row> } & Pick<ViewProps<Row>, 'order' | 'sortBy'>) {
  const { key, head, sort, align } = column
  if (!sort) {
    return (
      <th {...role.head} scope="col" className={styles[align ?? 'start']}>
        {head}
      </th>
    )
  }
  const direction = order?.by === key ? (order.descending ? 'descending' : 'ascending') : undefined
  return (
    <th {...role.head} scope="col" className={styles[align ?? 'start']} aria-sort={direction ?? 'none'}>
      <button type="button" className={styles.sort} onClick={() => sortBy(nextOrder(order, key))}>
        {head}
        {direction === 'ascending' && <ChevronUpIcon size={16} />}
        {direction === 'descending' && <ChevronDownIcon size={16} />}
      </button>
    </th>
  )
}

const Cells = ({ children }: { children: ReactNode }) => children
