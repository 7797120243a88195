/** FluidPay's script, which inserts its own card fields into the page and returns a token for what was typed. */
export const fields = `
globalThis.Tokenizer = class {
  constructor({ container, submission }) {
    this.submission = submission
    const label = document.createElement('label')
    label.textContent = 'Card number (stands in for FluidPay: no money moves) '
    this.field = document.createElement('input')
    this.field.value = '4111111111111111'
    this.field.inputMode = 'numeric'
    label.append(this.field)
    document.querySelector(container).replaceChildren(label)
  }
  submit() {
    const digits = this.field.value.replace(/\\D/g, '')
    if (digits.length < 12) return this.submission({ status: 'validation', invalid: ['cc'] })
    this.submission({ status: 'success', token: 'tok-' + digits.slice(-4) + '-' + crypto.randomUUID() })
  }
}
`
