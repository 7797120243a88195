import { createElement, Fragment, type ReactNode } from 'react'
import {
  type Block,
  blocksOf,
  type Inline,
  type RichText,
  type Run,
  runsOf,
  strangeHost,
} from '#shared/rules/richText.ts'
import styles from './Email.module.css'

type Sources = ReadonlyMap<string, string>

/** Renders rich text as React elements: it is never interpreted as HTML. Pictures are shown from `sources`, by file id. */
export const RichTextView = ({ text, sources }: { text: RichText; sources: Sources }) => (
  <div className={styles.text} dir="auto">
    <Blocks blocks={blocksOf(text)} sources={sources} />
  </div>
)

const Blocks = ({ blocks, sources }: { blocks: readonly Block[]; sources: Sources }) =>
  renderAll(blocks, (each) => <BlockView block={each} sources={sources} />)

function BlockView({ block, sources }: { block: Block; sources: Sources }): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p>{renderRuns(block.content)}</p>
    case 'heading': {
      // The page title is the only h1.
      const Tag = (['h2', 'h3', 'h4'] as const)[block.level - 1] ?? 'h4'
      return <Tag>{renderRuns(block.content)}</Tag>
    }
    case 'bulletList':
      return <ul>{renderItems(block.items, sources)}</ul>
    case 'orderedList':
      return <ol start={block.start}>{renderItems(block.items, sources)}</ol>
    case 'blockquote':
      return (
        <blockquote>
          <Blocks blocks={block.content} sources={sources} />
        </blockquote>
      )
    case 'horizontalRule':
      return <hr />
    case 'picture':
      return sources.has(block.fileId) ? (
        <img src={sources.get(block.fileId)} alt={block.alt} className={styles.picture} />
      ) : (
        <p>{`[${block.alt || '…'}]`}</p>
      )
  }
}

const renderItems = (listItems: readonly Block[][], sources: Sources) =>
  renderAll(listItems, (item) => (
    <li>
      <Blocks blocks={item} sources={sources} />
    </li>
  ))

const renderRuns = (content: readonly Inline[]) => renderAll(runsOf(content), (run) => <RunView run={run} />)

function RunView({ run }: { run: Run }) {
  const words = renderAll(run.parts, renderInline)
  if (run.href === undefined) return words
  const host = strangeHost(run)
  return (
    <>
      <a href={run.href} target="_blank" rel="noopener noreferrer">
        {words}
      </a>
      {host !== undefined && ` (${host})`}
    </>
  )
}

const tags = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const

function renderInline(each: Inline): ReactNode {
  if (each.type === 'hardBreak') return <br />
  return each.marks.reduce<ReactNode>((inner, mark) => {
    if (mark.type === 'link') return inner
    const Tag = tags[mark.type]
    return <Tag>{inner}</Tag>
  }, each.text)
}

/** Renders the parts in order; a text does not change while it is shown, so keys are not needed. */
const renderAll = <T,>(all: readonly T[], show: (each: T) => ReactNode) =>
  createElement(Fragment, undefined, ...all.map(show))
