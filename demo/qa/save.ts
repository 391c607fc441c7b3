/** Downloads a text as a file. */
export function save(content: string, name: string): void {
  const type = types[name.slice(name.lastIndexOf('.'))] ?? 'application/json'
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

const types: Readonly<Record<string, string>> = { '.csv': 'text/csv', '.md': 'text/markdown' }
