import type { Question } from './ConfirmDialog.tsx'

/**
 * Asks before something is lost: `if (await confirm({ title: 'Delete the event?', lost: '…', yes: 'Delete' })) …`. False
 * when the answer is no, or when the question was left in any other way. The dialog is loaded when it is needed; without
 * signal the browser's own asks.
 */
export const confirm = async (question: Question): Promise<boolean> => (await choose(question)) === true

/** Asks which of two it is, where either answer does something: undefined when the question was left without one. */
export async function choose(question: Question): Promise<boolean | undefined> {
  const dialog = await import('./ConfirmDialog.tsx').catch(() => undefined)
  if (dialog) return dialog.askInDialog(question)
  const said = [question.title, ...[question.lost].flat(), question.kept].filter(Boolean).join('\n\n')
  // There the other answer looks like none.
  return window.confirm(said) || undefined
}
