import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { Texts, unwrapped } from './texts.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SERVER = /\/src\/lib\/(?:server|demo)\//

/** A call of `query` in the code of the server. */
export interface StatementCall {
  /** From the project's root, with the line. */
  readonly place: string
  /** Every text that it may send; undefined if only a run knows. */
  readonly texts: readonly string[] | undefined
  /** What a row is said to be: `query<Row>`. */
  readonly row: ts.Type | undefined
  /** What is sent along, one type for each; undefined if that cannot be told from the code. */
  readonly values: readonly ts.Type[] | undefined
}

export interface Statements {
  readonly checker: ts.TypeChecker
  readonly calls: readonly StatementCall[]
}

/** Every call of `query` of the server, read once from the sources. */
export function readStatements(): Statements {
  const program = programOf()
  const checker = program.getTypeChecker()
  const texts = new Texts(checker)
  const files = program.getSourceFiles().filter(({ fileName, isDeclarationFile }) => !isDeclarationFile && SERVER.test(fileName))
  return { checker, calls: files.flatMap((file) => callsIn(file).flatMap((call) => statementOf(call, checker, texts))) }
}

function programOf(): ts.Program {
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, (path) => ts.sys.readFile(path)) as { config: unknown }
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT)
  return ts.createProgram(
    fileNames.filter((name) => SERVER.test(name)),
    options,
  )
}

function callsIn(file: ts.SourceFile): readonly ts.CallExpression[] {
  const found: ts.CallExpression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'query')
      found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function statementOf(call: ts.CallExpression, checker: ts.TypeChecker, texts: Texts): StatementCall[] {
  const [asked, second] = call.arguments
  if (!asked) return []
  const parts = ts.isObjectLiteralExpression(asked) ? asked.properties : undefined
  const part = (name: string) => {
    const found = parts?.find((one) => one.name && ts.isIdentifier(one.name) && one.name.text === name)
    if (found && ts.isShorthandPropertyAssignment(found)) return found.name
    return found && ts.isPropertyAssignment(found) ? found.initializer : undefined
  }
  const text = parts ? part('text') : asked
  const values = parts ? part('values') : second
  const file = call.getSourceFile()
  const line = file.getLineAndCharacterOfPosition(call.getStart()).line + 1
  // Rows that are arrays name no columns.
  const [row] = part('rowMode') ? [] : (call.typeArguments ?? [])
  return [
    {
      place: `${relative(ROOT, file.fileName)}:${String(line)}`,
      texts: text && (texts.of(text) ?? textsOfCallers(text, texts)),
      row: row && checker.getTypeFromTypeNode(row),
      values: values ? typesOf(values, checker) : [],
    },
  ]
}

/** Of a text that the function around it is handed. */
function textsOfCallers(text: ts.Expression, texts: Texts): readonly string[] | undefined {
  const inside = ts.findAncestor(text, (node) => ts.isFunctionDeclaration(node) || ts.isArrowFunction(node))
  return inside && (ts.isFunctionDeclaration(inside) || ts.isArrowFunction(inside)) ? texts.ofCallers(text, inside) : undefined
}

/** Of the elements of an array that is written out, also of those that others are spread into. */
function typesOf(values: ts.Expression, checker: ts.TypeChecker): readonly ts.Type[] | undefined {
  const array = unwrapped(values)
  if (!ts.isArrayLiteralExpression(array)) return undefined
  const types = array.elements.map((element) =>
    ts.isSpreadElement(element) ? typesOf(element.expression, checker) : [checker.getTypeAtLocation(element)],
  )
  return types.every((one) => one !== undefined) ? types.flat() : undefined
}
