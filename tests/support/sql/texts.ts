import ts from 'typescript'

/** What names stand for while a function is looked into: the texts that its parameters may have. */
type Bound = ReadonlyMap<ts.Symbol, readonly string[]>

const NOTHING: Bound = new Map()
/** Deeper than any text of ours is put together. */
const DEEPEST = 12

/** Works out which texts an expression may have, without running it: constants, conditions, templates, and functions that answer one expression. */
export class Texts {
  readonly #checker: ts.TypeChecker

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
  }

  /** Every text that it may have; undefined if that depends on what only a run knows. */
  of(expression: ts.Expression, bound: Bound = NOTHING, depth = 0): readonly string[] | undefined {
    if (depth > DEEPEST) return undefined
    const node = unwrapped(expression)
    const next = (other: ts.Expression) => this.of(other, bound, depth + 1)
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return [node.text]
    if (ts.isTemplateExpression(node))
      return product([[node.head.text], ...node.templateSpans.flatMap((span) => [next(span.expression), [span.literal.text]])])
    if (ts.isConditionalExpression(node)) return union([next(node.whenTrue), next(node.whenFalse)])
    if (ts.isBinaryExpression(node)) return this.#ofBinary(node, next)
    if (ts.isIdentifier(node)) return this.#ofName(node, bound, depth)
    if (ts.isPropertyAccessExpression(node))
      return this.#ofStep(node) ?? this.#ofDeclaration(this.#symbolAt(node.name), depth) ?? this.#ofType(node)
    if (ts.isElementAccessExpression(node)) return this.#ofElement(node, depth) ?? this.#ofType(node)
    if (ts.isCallExpression(node)) return this.#ofCall(node, bound, depth)
    return this.#ofType(node)
  }

  #ofBinary({ left, right, operatorToken }: ts.BinaryExpression, next: (other: ts.Expression) => readonly string[] | undefined) {
    if (operatorToken.kind === ts.SyntaxKind.PlusToken) return product([next(left), next(right)])
    if (operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return next(right)
    return union([next(left), next(right)])
  }

  #ofName(node: ts.Identifier, bound: Bound, depth: number): readonly string[] | undefined {
    const symbol = this.#symbolAt(node)
    return (symbol && bound.get(symbol)) ?? this.#ofDeclaration(symbol, depth) ?? this.#ofType(node)
  }

  /** A constant or a property of one. */
  #ofDeclaration(symbol: ts.Symbol | undefined, depth: number): readonly string[] | undefined {
    const declared = symbol?.valueDeclaration
    if (!declared || !(ts.isVariableDeclaration(declared) || ts.isPropertyAssignment(declared)) || !declared.initializer) return undefined
    return this.of(declared.initializer, NOTHING, depth + 1)
  }

  /** The parts of an UPDATE that `stepOf` makes; where a step starts from is a text like where it leads. */
  #ofStep({ expression, name }: ts.PropertyAccessExpression): readonly string[] | undefined {
    const declared = ts.isIdentifier(expression) ? this.#symbolAt(expression)?.valueDeclaration : undefined
    const made = declared && ts.isVariableDeclaration(declared) ? declared.initializer : undefined
    if (!made || !ts.isCallExpression(made) || !ts.isIdentifier(made.expression) || made.expression.text !== 'stepOf') return undefined
    const [, to] = made.arguments
    const states = to && this.of(to)
    return states?.map((state) => (name.text === 'set' ? `state = '${state}'` : `state IN ('${state}')`))
  }

  /** Of a table of texts all that are in it. */
  #ofElement({ expression }: ts.ElementAccessExpression, depth: number): readonly string[] | undefined {
    const declared = ts.isIdentifier(expression) ? this.#symbolAt(expression)?.valueDeclaration : undefined
    const table = declared && ts.isVariableDeclaration(declared) && declared.initializer && unwrapped(declared.initializer)
    if (!table || !ts.isObjectLiteralExpression(table)) return undefined
    return union(table.properties.map((one) => (ts.isPropertyAssignment(one) ? this.of(one.initializer, NOTHING, depth + 1) : undefined)))
  }

  /** `String(…)`, or a function whose answer is one expression of its parameters. */
  #ofCall(node: ts.CallExpression, bound: Bound, depth: number): readonly string[] | undefined {
    const given = node.arguments.map((argument) => this.of(argument, bound, depth + 1))
    if (ts.isIdentifier(node.expression) && node.expression.text === 'String') return given[0]
    const called = this.#functionAt(node.expression)
    const answer = called && answerOf(called)
    return answer ? this.of(answer, this.#bind(called, given), depth + 1) : this.#ofType(node)
  }

  #bind(called: ts.SignatureDeclaration, given: readonly (readonly string[] | undefined)[]): Bound {
    const bound = new Map<ts.Symbol, readonly string[]>()
    called.parameters.forEach((parameter, at) => {
      const symbol = ts.isIdentifier(parameter.name) ? this.#checker.getSymbolAtLocation(parameter.name) : undefined
      const texts = given[at] ?? (parameter.initializer && this.of(parameter.initializer))
      if (symbol && texts) bound.set(symbol, texts)
    })
    return bound
  }

  /** As `of`, of an expression in a function: with what every caller in its file hands to it. */
  ofCallers(expression: ts.Expression, inside: ts.FunctionDeclaration | ts.ArrowFunction): readonly string[] | undefined {
    const calls: ts.CallExpression[] = []
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && this.#functionAt(node.expression) === inside) calls.push(node)
      ts.forEachChild(node, visit)
    }
    visit(inside.getSourceFile())
    const bounds = calls.map((call) =>
      this.#bind(
        inside,
        call.arguments.map((argument) => this.of(argument)),
      ),
    )
    return calls.length === 0 ? undefined : union(bounds.map((bound) => this.of(expression, bound)))
  }

  #functionAt(called: ts.Expression): ts.FunctionDeclaration | ts.ArrowFunction | undefined {
    const declared = this.#symbolAt(called)?.valueDeclaration
    if (declared && ts.isFunctionDeclaration(declared)) return declared
    const value = declared && ts.isVariableDeclaration(declared) ? declared.initializer : undefined
    return value && ts.isArrowFunction(value) ? value : undefined
  }

  #symbolAt(node: ts.Node): ts.Symbol | undefined {
    const symbol = this.#checker.getSymbolAtLocation(node)
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol
  }

  /** A union of literals is every one of them. */
  #ofType(node: ts.Node): readonly string[] | undefined {
    const type = this.#checker.getTypeAtLocation(node)
    const members = type.isUnion() ? type.types : [type]
    return union(members.map((one) => this.#literalOf(one)))
  }

  #literalOf(type: ts.Type): readonly string[] | undefined {
    if (type.isStringLiteral() || type.isNumberLiteral()) return [String(type.value)]
    return type.flags & ts.TypeFlags.BooleanLiteral ? [this.#checker.typeToString(type)] : undefined
  }
}

function answerOf({ body }: ts.FunctionDeclaration | ts.ArrowFunction): ts.Expression | undefined {
  if (!body || !ts.isBlock(body)) return body
  const [only, ...more] = body.statements
  return only && more.length === 0 && ts.isReturnStatement(only) ? only.expression : undefined
}

function union(parts: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  return parts.every((part) => part !== undefined) ? [...new Set(parts.flat())] : undefined
}

/** Each of the first followed by each of the second, and so on. */
function product(parts: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  return parts.reduce<readonly string[] | undefined>(
    (heads, tails) => heads && tails && heads.flatMap((head) => tails.map((tail) => head + tail)),
    [''],
  )
}

/** Without parentheses, `as`, `satisfies` and `!` around it. */
export function unwrapped(expression: ts.Expression): ts.Expression {
  const isWrapper =
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isNonNullExpression(expression)
  return isWrapper ? unwrapped(expression.expression) : expression
}
