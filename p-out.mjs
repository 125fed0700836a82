// node_modules/@tanstack/store/dist/shallow.js
function shallow(objA, objB) {
  if (Object.is(objA, objB))
    return true;
  if (typeof objA !== "object" || objA === null || typeof objB !== "object" || objB === null)
    return false;
  if (objA instanceof Map && objB instanceof Map) {
    if (objA.size !== objB.size)
      return false;
    for (const [k, v] of objA)
      if (!objB.has(k) || !Object.is(v, objB.get(k)))
        return false;
    return true;
  }
  if (objA instanceof Set && objB instanceof Set) {
    if (objA.size !== objB.size)
      return false;
    for (const v of objA)
      if (!objB.has(v))
        return false;
    return true;
  }
  if (objA instanceof Date && objB instanceof Date) {
    if (objA.getTime() !== objB.getTime())
      return false;
    return true;
  }
  const keysA = getOwnKeys(objA);
  if (keysA.length !== getOwnKeys(objB).length)
    return false;
  for (let i = 0; i < keysA.length; i++)
    if (!Object.prototype.hasOwnProperty.call(objB, keysA[i]) || !Object.is(objA[keysA[i]], objB[keysA[i]]))
      return false;
  return true;
}
function getOwnKeys(obj) {
  return Object.keys(obj).concat(Object.getOwnPropertySymbols(obj));
}

// node_modules/@tanstack/table-core/dist/core/reactivity/coreReactivityFeature.utils.js
function atomToStore(atom) {
  const store = atom;
  Object.defineProperty(atom, "state", { get() {
    return atom.get();
  } });
  if ("set" in atom)
    store.setState = atom.set.bind(atom);
  return store;
}

// node_modules/@tanstack/table-core/dist/utils.js
function functionalUpdate(updater, input) {
  return typeof updater === "function" ? updater(input) : updater;
}
function cloneState(value) {
  if (Array.isArray(value))
    return value.map(cloneState);
  if (value && typeof value === "object") {
    const proto = Object.getPrototypeOf(value);
    if (proto !== Object.prototype && proto !== null)
      return value;
    const copy = proto === null ? makeObjectMap() : {};
    const keys = Object.keys(value);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      Object.defineProperty(copy, key, {
        configurable: true,
        enumerable: true,
        value: cloneState(value[key]),
        writable: true
      });
    }
    return copy;
  }
  return value;
}
function makeObjectMap() {
  return /* @__PURE__ */ Object.create(null);
}
function hasOwn(obj, key) {
  return Object.prototype.hasOwnProperty.call(obj, key);
}
function isPlainContainer(value) {
  if (typeof value !== "object" || value === null)
    return false;
  if (Array.isArray(value))
    return true;
  const proto = Object.getPrototypeOf(value);
  return proto === Object.prototype || proto === null;
}
function getEnumerableOwnKeys(value) {
  return Reflect.ownKeys(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key));
}
var MAX_STATE_COMPARE_DEPTH = 3;
function stateSlicesEqual(a, b) {
  return stateSlicesEqualAtDepth(a, b, MAX_STATE_COMPARE_DEPTH);
}
function stateSlicesEqualAtDepth(a, b, depth) {
  if (Object.is(a, b))
    return true;
  if (depth <= 0 || !isPlainContainer(a) || !isPlainContainer(b))
    return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length)
      return false;
  }
  const keysA = getEnumerableOwnKeys(a);
  const keysB = getEnumerableOwnKeys(b);
  if (keysA.length !== keysB.length)
    return false;
  const recordA = a;
  const recordB = b;
  for (let i = 0; i < keysA.length; i++) {
    const key = keysA[i];
    if (!Object.prototype.propertyIsEnumerable.call(b, key))
      return false;
    if (!stateSlicesEqualAtDepth(recordA[key], recordB[key], depth - 1))
      return false;
  }
  return true;
}
function setStateSlice(instance, key, updater, isEqual = stateSlicesEqual) {
  const onChangeKey = `on${key.charAt(0).toUpperCase()}${key.slice(1)}Change`;
  const onChange = instance.options[onChangeKey];
  if (!onChange)
    return;
  onChange((current) => {
    const next = functionalUpdate(updater, current);
    return isEqual(current, next) ? current : next;
  });
}
function flattenBy(arr, getChildren) {
  const flat = [];
  const recurse = (subArr) => {
    subArr.forEach((item) => {
      flat.push(item);
      const children = getChildren(item);
      if (children.length)
        recurse(children);
    });
  };
  recurse(arr);
  return flat;
}
var memo = ({ fn, memoDeps, onAfterCompare, onAfterUpdate, onBeforeCompare, onBeforeUpdate }) => {
  let deps = [];
  let result;
  const memoizedFn = (depArgs) => {
    onBeforeCompare?.();
    const newDeps = memoDeps?.(depArgs);
    let depsChanged = !newDeps || newDeps.length !== deps?.length;
    if (!depsChanged && newDeps) {
      for (let i = 0; i < newDeps.length; i++)
        if (newDeps[i] !== deps[i]) {
          depsChanged = true;
          break;
        }
    }
    onAfterCompare?.(depsChanged);
    if (!depsChanged)
      return result;
    deps = newDeps;
    onBeforeUpdate?.();
    result = fn(...newDeps ?? []);
    onAfterUpdate?.(result);
    return result;
  };
  return memoizedFn;
};
function skipFirstRun(fn) {
  let hasRun = false;
  return () => {
    if (!hasRun) {
      hasRun = true;
      return;
    }
    fn();
  };
}
var pad = (str, num) => {
  str = String(str);
  while (str.length < num)
    str = " " + str;
  return str;
};
function tableMemo({ feature, fnName, objectId, onAfterUpdate, table, ...memoOptions }) {
  let startCalcTime;
  let endCalcTime;
  let runCount = 0;
  let debug;
  if (process.env.NODE_ENV === "development") {
    const { debugAll } = table.options;
    const { parentName } = getFunctionNameInfo(fnName, ".");
    const debugByParent = table.options[`debug${(parentName != "table" ? parentName + "s" : parentName).replace(parentName, parentName.charAt(0).toUpperCase() + parentName.slice(1))}`];
    const debugByFeature = feature ? table.options[`debug${feature.charAt(0).toUpperCase() + feature.slice(1)}`] : false;
    debug = debugAll || debugByParent || debugByFeature;
  }
  function logTime(time, depsChanged) {
    const runType = runCount === 0 ? "(1st run)" : depsChanged ? "(rerun #" + runCount + ")" : "(cache)";
    runCount++;
    console.groupCollapsed(`%c\u23F1 ${pad(`${time.toFixed(1)} ms`, 12)} %c${runType}%c ${fnName}%c ${objectId ? `(${fnName.split(".")[0]}Id: ${objectId})` : ""}`, `font-size: .6rem; font-weight: bold; ${depsChanged ? `color: hsl(
        ${Math.max(0, Math.min(120 - Math.log10(time) * 60, 120))}deg 100% 31%);` : ""} `, `color: ${runCount < 2 ? "#FF00FF" : "#FF1493"}`, "color: #666", "color: #87CEEB");
    console.info({
      feature,
      state: table.store.state,
      deps: memoOptions.memoDeps?.toString()
    });
    console.trace();
    console.groupEnd();
  }
  const onAfterUpdateHandler = onAfterUpdate ? () => {
    const { schedule, untrack } = table._reactivity;
    schedule(() => untrack(() => onAfterUpdate()));
  } : void 0;
  const debugOptions = process.env.NODE_ENV === "development" ? {
    onBeforeCompare: () => {
    },
    onAfterCompare: (depsChanged) => {
    },
    onBeforeUpdate: () => {
      if (debug)
        startCalcTime = performance.now();
    },
    onAfterUpdate: () => {
      if (debug) {
        endCalcTime = performance.now();
        logTime(Math.round((endCalcTime - startCalcTime) * 100) / 100, true);
      }
      onAfterUpdateHandler?.();
    }
  } : { onAfterUpdate: onAfterUpdateHandler };
  return memo({
    ...memoOptions,
    ...debugOptions
  });
}
function getFunctionNameInfo(staticFnName, splitBy = "_") {
  const [parentName, fnKey] = staticFnName.replace(splitBy, " ").split(" ");
  return {
    fnKey,
    fnName: `${parentName}.${fnKey}`,
    parentName
  };
}
function assignTableAPIs(feature, table, apis) {
  for (const [staticFnName, { fn, memoDeps }] of Object.entries(apis)) {
    const { fnKey, fnName } = getFunctionNameInfo(staticFnName);
    table[fnKey] = memoDeps ? tableMemo({
      memoDeps,
      fn,
      fnName,
      table,
      feature
    }) : fn;
  }
}
function assignPrototypeAPIs(feature, prototype, table, apis) {
  for (const [staticFnName, { fn, memoDeps }] of Object.entries(apis)) {
    const { fnKey, fnName } = getFunctionNameInfo(staticFnName);
    if (memoDeps) {
      const memoKey = `_memo_${fnKey}`;
      prototype[fnKey] = function(...args) {
        if (!this[memoKey]) {
          const self = this;
          this[memoKey] = tableMemo({
            memoDeps: (depArgs) => memoDeps(self, depArgs),
            fn: (...deps) => fn(self, ...deps),
            fnName,
            objectId: self.id,
            table,
            feature
          });
        }
        return this[memoKey](...args);
      };
    } else
      prototype[fnKey] = function(...args) {
        return fn(this, ...args);
      };
  }
}
function callMemoOrStaticFn(obj, fnKey, staticFn, ...args) {
  return obj[fnKey]?.(...args) ?? staticFn(obj, ...args);
}

// node_modules/@tanstack/table-core/dist/core/cells/coreCellsFeature.utils.js
function cell_getValue(cell) {
  return cell.row.getValue(cell.column.id);
}
function cell_renderValue(cell) {
  return cell.getValue() ?? cell.table.options.renderFallbackValue;
}
function cell_getContext(cell) {
  return {
    table: cell.table,
    column: cell.column,
    row: cell.row,
    cell,
    getValue: () => cell.getValue(),
    renderValue: () => cell.renderValue()
  };
}

// node_modules/@tanstack/table-core/dist/core/cells/coreCellsFeature.js
var coreCellsFeature = { assignCellPrototype: (prototype, table) => {
  assignPrototypeAPIs("coreCellsFeature", prototype, table, {
    cell_getValue: { fn: (cell) => cell_getValue(cell) },
    cell_renderValue: { fn: (cell) => cell_renderValue(cell) },
    cell_getContext: {
      fn: (cell) => cell_getContext(cell),
      memoDeps: (cell) => [cell]
    }
  });
} };

// node_modules/@tanstack/table-core/dist/core/columns/constructColumn.js
function getColumnPrototype(table) {
  if (!table._columnPrototype) {
    table._columnPrototype = { table };
    const features2 = Object.values(table._features);
    for (let i = 0; i < features2.length; i++)
      features2[i].assignColumnPrototype?.(table._columnPrototype, table);
  }
  return table._columnPrototype;
}
function constructColumn(table, columnDef, depth, parent) {
  const resolvedColumnDef = {
    ...table.getDefaultColumnDef(),
    ...columnDef
  };
  const accessorKey = resolvedColumnDef.accessorKey;
  const accessorKeyString = accessorKey === void 0 ? void 0 : String(accessorKey);
  const id = resolvedColumnDef.id ?? accessorKeyString?.replaceAll(".", "_") ?? (typeof resolvedColumnDef.header === "string" ? resolvedColumnDef.header : void 0);
  let accessorFn;
  if (resolvedColumnDef.accessorFn)
    accessorFn = resolvedColumnDef.accessorFn;
  else if (accessorKey !== void 0) {
    if (typeof accessorKey === "string" && accessorKey.includes(".")) {
      const keys = accessorKey.split(".");
      accessorFn = (originalRow) => {
        let result = originalRow;
        for (let i = 0; i < keys.length; i++) {
          const key = keys[i];
          result = result?.[key];
          if (process.env.NODE_ENV === "development" && result === void 0)
            console.warn(`"${key}" in deeply nested key "${accessorKey}" returned undefined.`);
        }
        return result;
      };
    } else
      accessorFn = (originalRow) => originalRow[resolvedColumnDef.accessorKey];
  }
  if (!id) {
    if (process.env.NODE_ENV === "development")
      throw new Error(resolvedColumnDef.accessorFn ? `coreColumnsFeature require an id when using an accessorFn` : `coreColumnsFeature require an id when using a non-string header`);
    throw new Error();
  }
  const columnPrototype = getColumnPrototype(table);
  const column = Object.create(columnPrototype);
  column.accessorFn = accessorFn;
  column.columnDef = resolvedColumnDef;
  column.columns = [];
  column.depth = depth;
  column.id = `${String(id)}`;
  column.parent = parent;
  const initFns = table._columnInstanceInitFns;
  for (let i = 0; i < initFns.length; i++)
    initFns[i](column);
  return column;
}

// node_modules/@tanstack/table-core/dist/core/featureStubs.js
function getIsColumnVisible(column) {
  return column.getIsVisible?.() ?? true;
}
function getVisibleLeafColumns(table) {
  return table.getVisibleLeafColumns?.() ?? table.getAllLeafColumns();
}
function orderLeafColumns(table, columns2) {
  const orderedTable = table;
  const leafColumns = columns2;
  return orderedTable.getOrderColumnsFn?.()(leafColumns) ?? orderedTable._orderGroupedColumns?.(leafColumns) ?? columns2;
}
function orderByColumnPinning(table, items, getColumnId, getItemsByColumnId) {
  return table._orderByColumnPinning?.(items, getColumnId, getItemsByColumnId) ?? items;
}
function getPinnedVisibleLeafColumns(table, position) {
  return table.getPinnedVisibleLeafColumns?.(position) ?? (position && position !== "center" ? [] : getVisibleLeafColumns(table));
}
function expandRowModel(table, rowModel) {
  return table._expandRows?.(rowModel) ?? rowModel;
}
function autoResetExpanded(table) {
  table.autoResetExpanded?.();
}
function autoResetPageIndex(table) {
  table.autoResetPageIndex?.();
}
function autoResetSorting(table) {
  table.autoResetSorting?.();
}
function autoResetCellSelection(table) {
  table.autoResetCellSelection?.();
}

// node_modules/@tanstack/table-core/dist/core/columns/coreColumnsFeature.utils.js
function column_getFlatColumns(column) {
  return [column, ...column.columns.flatMap((col) => col.getFlatColumns())];
}
function column_getLeafColumns(column) {
  if (column.columns.length) {
    const leafColumns = column.columns.flatMap((col) => col.getLeafColumns());
    return orderLeafColumns(column.table, leafColumns);
  }
  return [column];
}
function table_getDefaultColumnDef(table) {
  return {
    header: (props) => {
      const resolvedColumnDef = props.header.column.columnDef;
      if (resolvedColumnDef.accessorKey)
        return resolvedColumnDef.accessorKey;
      if (resolvedColumnDef.accessorFn)
        return resolvedColumnDef.id;
      return null;
    },
    cell: (props) => props.renderValue()?.toString?.() ?? null,
    ...Object.values(table._features).reduce((obj, feature) => {
      return Object.assign(obj, feature.getDefaultColumnDef?.());
    }, {}),
    ...table.options.defaultColumn
  };
}
function constructColumns(table, columnDefs, parent, depth = 0) {
  const columns2 = new Array(columnDefs.length);
  for (let i = 0; i < columnDefs.length; i++) {
    if (!(i in columnDefs))
      continue;
    const columnDef = columnDefs[i];
    const column = constructColumn(table, columnDef, depth, parent);
    const groupingColumnDef = columnDef;
    column.columns = groupingColumnDef.columns ? constructColumns(table, groupingColumnDef.columns, column, depth + 1) : [];
    columns2[i] = column;
  }
  return columns2;
}
function table_getAllColumns(table) {
  return constructColumns(table, table.options.columns);
}
function table_getAllFlatColumns(table) {
  return table.getAllColumns().flatMap((column) => column.getFlatColumns());
}
function table_getAllFlatColumnsById(table) {
  const result = makeObjectMap();
  const flatColumns = table.getAllFlatColumns();
  for (let i = 0; i < flatColumns.length; i++) {
    const column = flatColumns[i];
    result[column.id] = column;
  }
  return result;
}
function table_getAllLeafColumns(table) {
  const leafColumns = table.getAllColumns().flatMap((c) => c.getLeafColumns());
  return orderLeafColumns(table, leafColumns);
}
function table_getAllLeafColumnsById(table) {
  const result = makeObjectMap();
  const leafColumns = table.getAllLeafColumns();
  for (let i = 0; i < leafColumns.length; i++) {
    const column = leafColumns[i];
    result[column.id] = column;
  }
  return result;
}
function table_getColumn(table, columnId) {
  const column = table.getAllFlatColumnsById()[columnId];
  if (process.env.NODE_ENV === "development" && !column)
    console.warn(`[Table] Column with id '${columnId}' does not exist.`);
  return column;
}

// node_modules/@tanstack/table-core/dist/core/columns/coreColumnsFeature.js
var coreColumnsFeature = {
  assignColumnPrototype: (prototype, table) => {
    assignPrototypeAPIs("coreColumnsFeature", prototype, table, {
      column_getFlatColumns: {
        fn: (column) => column_getFlatColumns(column),
        memoDeps: (column) => [column.table.options.columns]
      },
      column_getLeafColumns: {
        fn: (column) => column_getLeafColumns(column),
        memoDeps: (column) => [
          column.table.atoms.columnOrder?.get(),
          column.table.atoms.grouping?.get(),
          column.table.options.columns,
          column.table.options.groupedColumnMode
        ]
      }
    });
  },
  constructTableAPIs: (table) => {
    assignTableAPIs("coreColumnsFeature", table, {
      table_getDefaultColumnDef: {
        fn: () => table_getDefaultColumnDef(table),
        memoDeps: () => [table.options.defaultColumn]
      },
      table_getAllColumns: {
        fn: () => table_getAllColumns(table),
        memoDeps: () => [table.options.columns]
      },
      table_getAllFlatColumns: {
        fn: () => table_getAllFlatColumns(table),
        memoDeps: () => [table.options.columns]
      },
      table_getAllFlatColumnsById: {
        fn: () => table_getAllFlatColumnsById(table),
        memoDeps: () => [table.options.columns]
      },
      table_getAllLeafColumns: {
        fn: () => table_getAllLeafColumns(table),
        memoDeps: () => [
          table.atoms.columnOrder?.get(),
          table.atoms.grouping?.get(),
          table.options.columns,
          table.options.groupedColumnMode
        ]
      },
      table_getAllLeafColumnsById: {
        fn: () => table_getAllLeafColumnsById(table),
        memoDeps: () => [table.getAllLeafColumns()]
      },
      table_getColumn: { fn: (columnId) => table_getColumn(table, columnId) }
    });
  }
};

// node_modules/@tanstack/table-core/dist/core/headers/constructHeader.js
function getHeaderPrototype(table) {
  if (!table._headerPrototype) {
    table._headerPrototype = { table };
    const features2 = Object.values(table._features);
    for (let i = 0; i < features2.length; i++)
      features2[i].assignHeaderPrototype?.(table._headerPrototype, table);
  }
  return table._headerPrototype;
}
function constructHeader(table, column, options) {
  const headerPrototype = getHeaderPrototype(table);
  const header = Object.create(headerPrototype);
  header.colSpan = 0;
  header.column = column;
  header.depth = options.depth;
  header.headerGroup = null;
  header.id = options.id ?? column.id;
  header.index = options.index;
  header.isPlaceholder = !!options.isPlaceholder;
  header.placeholderId = options.placeholderId;
  header.rowSpan = 0;
  header.subHeaders = [];
  const initFns = table._headerInstanceInitFns;
  for (let i = 0; i < initFns.length; i++)
    initFns[i](header);
  return header;
}

// node_modules/@tanstack/table-core/dist/core/headers/buildHeaderGroups.js
function getMaxHeaderDepth(columns2, depth = 1) {
  let maxDepth = depth;
  for (let i = 0; i < columns2.length; i++) {
    const column = columns2[i];
    if (getIsColumnVisible(column) && column.columns.length)
      maxDepth = Math.max(maxDepth, getMaxHeaderDepth(column.columns, depth + 1));
  }
  return maxDepth;
}
function formatHeaderGroupId(headerFamily, depth) {
  return headerFamily ? `${headerFamily}_${depth}` : String(depth);
}
function formatHeaderId(headerFamily, depth, columnId, childHeaderId) {
  let id = headerFamily ?? "";
  if (depth)
    id = id ? `${id}_${depth}` : String(depth);
  if (columnId)
    id = id ? `${id}_${columnId}` : columnId;
  if (childHeaderId)
    id = id ? `${id}_${childHeaderId}` : childHeaderId;
  return id;
}
function countPendingHeadersForColumn(headers, column) {
  let count = 0;
  for (let i = 0; i < headers.length; i++)
    if (headers[i].column === column)
      count++;
  return count;
}
function constructHeaderGroup(headersToGroup, depth, table, headerFamily, headerGroups, headerGroupInitFns) {
  const headerGroup = {
    depth,
    id: formatHeaderGroupId(headerFamily, depth),
    headers: []
  };
  const pendingParentHeaders = [];
  for (let i = 0; i < headersToGroup.length; i++) {
    if (!(i in headersToGroup))
      continue;
    const headerToGroup = headersToGroup[i];
    const latestPendingParentHeader = pendingParentHeaders[pendingParentHeaders.length - 1];
    const isLeafHeader = headerToGroup.column.depth === headerGroup.depth;
    let column;
    let isPlaceholder = false;
    if (isLeafHeader && headerToGroup.column.parent)
      column = headerToGroup.column.parent;
    else {
      column = headerToGroup.column;
      isPlaceholder = true;
    }
    if (latestPendingParentHeader && latestPendingParentHeader.column === column)
      latestPendingParentHeader.subHeaders.push(headerToGroup);
    else {
      const header = constructHeader(table, column, {
        id: formatHeaderId(headerFamily, depth, column.id, headerToGroup.id),
        isPlaceholder,
        placeholderId: isPlaceholder ? String(countPendingHeadersForColumn(pendingParentHeaders, column)) : void 0,
        depth,
        index: pendingParentHeaders.length
      });
      header.subHeaders.push(headerToGroup);
      pendingParentHeaders.push(header);
    }
    headerGroup.headers.push(headerToGroup);
    headerToGroup.headerGroup = headerGroup;
  }
  for (let i = 0; i < headerGroupInitFns.length; i++)
    headerGroupInitFns[i](headerGroup);
  headerGroups.push(headerGroup);
  if (depth > 0)
    constructHeaderGroup(pendingParentHeaders, depth - 1, table, headerFamily, headerGroups, headerGroupInitFns);
}
function updateHeaderSpans(headers) {
  for (let i = 0; i < headers.length; i++) {
    const header = headers[i];
    if (!getIsColumnVisible(header.column))
      continue;
    let colSpan = 0;
    if (header.subHeaders.length) {
      updateHeaderSpans(header.subHeaders);
      for (let j = 0; j < header.subHeaders.length; j++) {
        const child = header.subHeaders[j];
        if (!getIsColumnVisible(child.column))
          continue;
        colSpan += child.colSpan;
      }
    } else
      colSpan = 1;
    header.colSpan = colSpan;
    if (header.isPlaceholder && header.subHeaders.length === 1 && header.subHeaders[0].column === header.column) {
      let rowSpan = 1;
      let chainChild = header.subHeaders[0];
      while (chainChild) {
        chainChild.rowSpan = 0;
        rowSpan++;
        chainChild = chainChild.subHeaders.length === 1 && chainChild.subHeaders[0].column === header.column ? chainChild.subHeaders[0] : void 0;
      }
      header.rowSpan = rowSpan;
    } else
      header.rowSpan = 1;
  }
}
function buildHeaderGroups(allColumns, columnsToGroup, table, headerFamily) {
  const maxDepth = getMaxHeaderDepth(allColumns);
  const headerGroups = [];
  const headerGroupInitFns = table._headerGroupInstanceInitFns;
  const bottomHeaders = new Array(columnsToGroup.length);
  for (let i = 0; i < columnsToGroup.length; i++) {
    if (!(i in columnsToGroup))
      continue;
    bottomHeaders[i] = constructHeader(table, columnsToGroup[i], {
      depth: maxDepth,
      index: i
    });
  }
  constructHeaderGroup(bottomHeaders, maxDepth - 1, table, headerFamily, headerGroups, headerGroupInitFns);
  headerGroups.reverse();
  updateHeaderSpans(headerGroups[0]?.headers ?? []);
  return headerGroups;
}

// node_modules/@tanstack/table-core/dist/core/headers/coreHeadersFeature.utils.js
function collectLeafHeaders(header, leafHeaders) {
  for (let i = 0; i < header.subHeaders.length; i++)
    collectLeafHeaders(header.subHeaders[i], leafHeaders);
  leafHeaders.push(header);
}
function header_getLeafHeaders(header) {
  const leafHeaders = [];
  collectLeafHeaders(header, leafHeaders);
  return leafHeaders;
}
function header_getContext(header) {
  return {
    column: header.column,
    header,
    table: header.column.table
  };
}
function table_getHeaderGroups(table) {
  return buildHeaderGroups(table.getAllColumns(), orderByColumnPinning(table, getVisibleLeafColumns(table), (column) => column.id), table);
}
function table_getFooterGroups(table) {
  return [...table.getHeaderGroups()].reverse();
}
function table_getFlatHeaders(table) {
  const headerGroups = table.getHeaderGroups();
  const result = [];
  for (let i = 0; i < headerGroups.length; i++) {
    const headers = headerGroups[i].headers;
    for (let j = 0; j < headers.length; j++)
      result.push(headers[j]);
  }
  return result;
}
function table_getLeafHeaders(table) {
  const topHeaders = table.getHeaderGroups()[0]?.headers ?? [];
  const result = [];
  for (let i = 0; i < topHeaders.length; i++) {
    const leafHeaders = topHeaders[i].getLeafHeaders();
    for (let j = 0; j < leafHeaders.length; j++)
      result.push(leafHeaders[j]);
  }
  return result;
}

// node_modules/@tanstack/table-core/dist/core/headers/coreHeadersFeature.js
var coreHeadersFeature = {
  assignHeaderPrototype: (prototype, table) => {
    assignPrototypeAPIs("coreHeadersFeature", prototype, table, {
      header_getLeafHeaders: {
        fn: (header) => header_getLeafHeaders(header),
        memoDeps: (header) => [header.column.table.options.columns]
      },
      header_getContext: {
        fn: (header) => header_getContext(header),
        memoDeps: (header) => [header.column.table.options.columns]
      }
    });
  },
  constructTableAPIs: (table) => {
    assignTableAPIs("coreHeadersFeature", table, {
      table_getHeaderGroups: {
        fn: () => table_getHeaderGroups(table),
        memoDeps: () => [
          table.options.columns,
          table.atoms.columnOrder?.get(),
          table.atoms.grouping?.get(),
          table.atoms.columnPinning?.get(),
          table.atoms.columnVisibility?.get(),
          table.options.groupedColumnMode
        ]
      },
      table_getFooterGroups: {
        fn: () => table_getFooterGroups(table),
        memoDeps: () => [table.getHeaderGroups()]
      },
      table_getFlatHeaders: {
        fn: () => table_getFlatHeaders(table),
        memoDeps: () => [table.getHeaderGroups()]
      },
      table_getLeafHeaders: {
        fn: () => table_getLeafHeaders(table),
        memoDeps: () => [table.getHeaderGroups()]
      }
    });
  }
};

// node_modules/@tanstack/table-core/dist/core/rows/constructRow.js
function getRowPrototype(table) {
  if (!table._rowPrototype) {
    table._rowPrototype = { table };
    const features2 = Object.values(table._features);
    for (let i = 0; i < features2.length; i++)
      features2[i].assignRowPrototype?.(table._rowPrototype, table);
  }
  return table._rowPrototype;
}
var constructRow = (table, id, original, rowIndex, depth, subRows, parentId) => {
  const rowPrototype = getRowPrototype(table);
  const row = Object.create(rowPrototype);
  row._displayIndexCache = -1;
  row._uniqueValuesCache = makeObjectMap();
  row._valuesCache = makeObjectMap();
  row.depth = depth;
  row.id = id;
  row.index = rowIndex;
  row.original = original;
  row.parentId = parentId;
  row.subRows = subRows ?? [];
  const initFns = table._rowInstanceInitFns;
  for (let i = 0; i < initFns.length; i++)
    initFns[i](row);
  return row;
};

// node_modules/@tanstack/table-core/dist/core/row-models/createCoreRowModel.js
function createCoreRowModel() {
  return (table) => {
    return tableMemo({
      feature: "coreRowModelsFeature",
      table,
      fnName: "table.getCoreRowModel",
      memoDeps: () => [table.options.data],
      fn: () => _createCoreRowModel(table, table.options.data),
      onAfterUpdate: skipFirstRun(() => {
        autoResetExpanded(table);
        autoResetPageIndex(table);
        autoResetSorting(table);
        autoResetCellSelection(table);
      })
    });
  };
}
function accessRows(table, rowModel, originalRows, depth = 0, parentRow) {
  const rows2 = [];
  for (let i = 0; i < originalRows.length; i++) {
    const originalRow = originalRows[i];
    const row = constructRow(table, table.getRowId(originalRow, i, parentRow), originalRow, i, depth, void 0, parentRow?.id);
    rowModel.flatRows.push(row);
    rowModel.rowsById[row.id] = row;
    rows2.push(row);
    if (table.options.getSubRows) {
      row.originalSubRows = table.options.getSubRows(originalRow, i);
      if (row.originalSubRows?.length)
        row.subRows = accessRows(table, rowModel, row.originalSubRows, depth + 1, row);
    }
  }
  return rows2;
}
function _createCoreRowModel(table, data) {
  const rowModel = {
    rows: [],
    flatRows: [],
    rowsById: makeObjectMap()
  };
  rowModel.rows = accessRows(table, rowModel, data);
  return rowModel;
}

// node_modules/@tanstack/table-core/dist/core/row-models/coreRowModelsFeature.utils.js
function table_getCoreRowModel(table) {
  if (!table._rowModels.coreRowModel)
    table._rowModels.coreRowModel = table.options.features.coreRowModel?.(table) ?? createCoreRowModel()(table);
  return table._rowModels.coreRowModel();
}
function table_getPreFilteredRowModel(table) {
  return table.getCoreRowModel();
}
function table_getFilteredRowModel(table) {
  if (!table._rowModels.filteredRowModel)
    table._rowModels.filteredRowModel = table.options.features.filteredRowModel?.(table);
  if (table.options.manualFiltering || !table._rowModels.filteredRowModel)
    return table.getPreFilteredRowModel();
  return table._rowModels.filteredRowModel();
}
function table_getPreGroupedRowModel(table) {
  return table.getFilteredRowModel();
}
function table_getGroupedRowModel(table) {
  if (!table._rowModels.groupedRowModel)
    table._rowModels.groupedRowModel = table.options.features.groupedRowModel?.(table);
  if (table.options.manualGrouping || !table._rowModels.groupedRowModel)
    return table.getPreGroupedRowModel();
  return table._rowModels.groupedRowModel();
}
function table_getPreSortedRowModel(table) {
  return table.getGroupedRowModel();
}
function table_getSortedRowModel(table) {
  if (!table._rowModels.sortedRowModel)
    table._rowModels.sortedRowModel = table.options.features.sortedRowModel?.(table);
  if (table.options.manualSorting || !table._rowModels.sortedRowModel)
    return table.getPreSortedRowModel();
  return table._rowModels.sortedRowModel();
}
function table_getPreExpandedRowModel(table) {
  return table.getSortedRowModel();
}
function table_getExpandedRowModel(table) {
  if (!table._rowModels.expandedRowModel)
    table._rowModels.expandedRowModel = table.options.features.expandedRowModel?.(table);
  if (table.options.manualExpanding || !table._rowModels.expandedRowModel)
    return table.getPreExpandedRowModel();
  return table._rowModels.expandedRowModel();
}
function table_getPrePaginatedRowModel(table) {
  return table.getExpandedRowModel();
}
function table_getPaginatedRowModel(table) {
  if (!table._rowModels.paginatedRowModel)
    table._rowModels.paginatedRowModel = table.options.features.paginatedRowModel?.(table);
  if (table.options.manualPagination || !table._rowModels.paginatedRowModel)
    return table.getPrePaginatedRowModel();
  return table._rowModels.paginatedRowModel();
}
function table_getRowModel(table) {
  return table.getPaginatedRowModel();
}

// node_modules/@tanstack/table-core/dist/core/row-models/coreRowModelsFeature.js
var coreRowModelsFeature = { constructTableAPIs: (table) => {
  assignTableAPIs("coreRowModelsFeature", table, {
    table_getCoreRowModel: { fn: () => table_getCoreRowModel(table) },
    table_getPreFilteredRowModel: { fn: () => table_getPreFilteredRowModel(table) },
    table_getFilteredRowModel: { fn: () => table_getFilteredRowModel(table) },
    table_getPreGroupedRowModel: { fn: () => table_getPreGroupedRowModel(table) },
    table_getGroupedRowModel: { fn: () => table_getGroupedRowModel(table) },
    table_getPreSortedRowModel: { fn: () => table_getPreSortedRowModel(table) },
    table_getSortedRowModel: { fn: () => table_getSortedRowModel(table) },
    table_getPreExpandedRowModel: { fn: () => table_getPreExpandedRowModel(table) },
    table_getExpandedRowModel: { fn: () => table_getExpandedRowModel(table) },
    table_getPrePaginatedRowModel: { fn: () => table_getPrePaginatedRowModel(table) },
    table_getPaginatedRowModel: { fn: () => table_getPaginatedRowModel(table) },
    table_getRowModel: { fn: () => table_getRowModel(table) }
  });
} };

// node_modules/@tanstack/table-core/dist/core/cells/constructCell.js
function getCellPrototype(table) {
  if (!table._cellPrototype) {
    table._cellPrototype = { table };
    const features2 = Object.values(table._features);
    for (let i = 0; i < features2.length; i++)
      features2[i].assignCellPrototype?.(table._cellPrototype, table);
  }
  return table._cellPrototype;
}
function constructCell(column, row, table) {
  const cellPrototype = getCellPrototype(table);
  const cell = Object.create(cellPrototype);
  cell.column = column;
  cell.id = `${row.id}_${column.id}`;
  cell.row = row;
  const initFns = table._cellInstanceInitFns;
  for (let i = 0; i < initFns.length; i++)
    initFns[i](cell);
  return cell;
}

// node_modules/@tanstack/table-core/dist/core/rows/coreRowsFeature.utils.js
function row_getDisplayIndex(row) {
  const rows2 = row.table.getRowsInDisplayOrder();
  const displayIndex = row._displayIndexCache;
  return rows2[displayIndex] === row ? displayIndex : -1;
}
function table_getRowsInDisplayOrder(table) {
  const rowModel = table.getPrePaginatedRowModel();
  const rows2 = table.options.paginateExpandedRows === false ? expandRowModel(table, rowModel).rows : rowModel.rows;
  for (let i = 0; i < rows2.length; i++)
    rows2[i]._displayIndexCache = i;
  return rows2;
}
function row_getValue(row, columnId) {
  if (hasOwn(row._valuesCache, columnId))
    return row._valuesCache[columnId];
  const column = row.table.getColumn(columnId);
  if (!column?.accessorFn)
    return;
  row._valuesCache[columnId] = column.accessorFn(row.original, row.index);
  return row._valuesCache[columnId];
}
function row_getUniqueValues(row, columnId) {
  if (hasOwn(row._uniqueValuesCache, columnId))
    return row._uniqueValuesCache[columnId];
  const column = row.table.getColumn(columnId);
  if (!column?.accessorFn)
    return;
  if (!column.columnDef.getUniqueValues) {
    row._uniqueValuesCache[columnId] = [row.getValue(columnId)];
    return row._uniqueValuesCache[columnId];
  }
  row._uniqueValuesCache[columnId] = column.columnDef.getUniqueValues(row.original, row.index);
  return row._uniqueValuesCache[columnId];
}
function row_renderValue(row, columnId) {
  return row.getValue(columnId) ?? row.table.options.renderFallbackValue;
}
function row_getLeafRows(row) {
  return flattenBy(row.subRows, (d) => d.subRows);
}
function table_getMaxSubRowDepth(table) {
  const rows2 = table.getCoreRowModel().flatRows;
  let maxDepth = 0;
  for (let i = 0; i < rows2.length; i++)
    maxDepth = Math.max(maxDepth, rows2[i].depth);
  return maxDepth;
}
function row_getParentRow(row) {
  if (!row.parentId)
    return;
  return row.table.getCoreRowModel().rowsById[row.parentId] ?? row.table.getRow(row.parentId, true);
}
function row_getParentRows(row) {
  const parentRows = [];
  let currentRow = row;
  while (true) {
    const parentRow = currentRow.getParentRow();
    if (!parentRow)
      break;
    parentRows.push(parentRow);
    currentRow = parentRow;
  }
  return parentRows.reverse();
}
function row_getAllCells(row) {
  const columns2 = row.table.getAllLeafColumns();
  let cache = row._cellsCache;
  if (!cache)
    cache = row._cellsCache = /* @__PURE__ */ new WeakMap();
  const cells = new Array(columns2.length);
  for (let i = 0; i < columns2.length; i++) {
    const column = columns2[i];
    let cell = cache.get(column);
    if (!cell) {
      cell = constructCell(column, row, row.table);
      cache.set(column, cell);
    }
    cells[i] = cell;
  }
  return cells;
}
function row_getAllCellsByColumnId(row) {
  const result = makeObjectMap();
  const cells = row.getAllCells();
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i];
    result[cell.column.id] = cell;
  }
  return result;
}
function table_getRowId(originalRow, table, index, parent) {
  return table.options.getRowId?.(originalRow, index, parent) ?? (parent ? `${parent.id}.${index}` : String(index));
}
function table_getRow(table, rowId, searchAll) {
  let row = (searchAll ? table.getPrePaginatedRowModel() : table.getRowModel()).rowsById[rowId];
  if (!row) {
    row = table.getCoreRowModel().rowsById[rowId];
    if (!row) {
      if (process.env.NODE_ENV === "development")
        throw new Error(`getRow could not find row with ID: ${rowId}`);
      throw new Error();
    }
  }
  return row;
}

// node_modules/@tanstack/table-core/dist/core/rows/coreRowsFeature.js
var coreRowsFeature = {
  assignRowPrototype: (prototype, table) => {
    assignPrototypeAPIs("coreRowsFeature", prototype, table, {
      row_getDisplayIndex: { fn: (row) => row_getDisplayIndex(row) },
      row_getAllCellsByColumnId: {
        fn: (row) => row_getAllCellsByColumnId(row),
        memoDeps: (row) => [row.getAllCells()]
      },
      row_getAllCells: {
        fn: (row) => row_getAllCells(row),
        memoDeps: (row) => [row.table.getAllLeafColumns()]
      },
      row_getLeafRows: {
        fn: (row) => row_getLeafRows(row),
        memoDeps: (row) => [row.subRows]
      },
      row_getParentRow: { fn: (row) => row_getParentRow(row) },
      row_getParentRows: { fn: (row) => row_getParentRows(row) },
      row_getUniqueValues: { fn: (row, columnId) => row_getUniqueValues(row, columnId) },
      row_getValue: { fn: (row, columnId) => row_getValue(row, columnId) },
      row_renderValue: { fn: (row, columnId) => row_renderValue(row, columnId) }
    });
  },
  constructTableAPIs: (table) => {
    assignTableAPIs("coreRowsFeature", table, {
      table_getRowsInDisplayOrder: {
        fn: () => table_getRowsInDisplayOrder(table),
        memoDeps: () => [
          table.getPrePaginatedRowModel().rows,
          table.options.paginateExpandedRows,
          table.options.paginateExpandedRows === false ? table.atoms.expanded?.get() : void 0
        ]
      },
      table_getRowId: { fn: (originalRow, index, parent) => table_getRowId(originalRow, table, index, parent) },
      table_getRow: { fn: (id, searchAll) => table_getRow(table, id, searchAll) },
      table_getMaxSubRowDepth: {
        fn: () => table_getMaxSubRowDepth(table),
        memoDeps: () => [table.getCoreRowModel()]
      }
    });
  }
};

// node_modules/@tanstack/table-core/dist/core/table/coreTablesFeature.utils.js
function table_syncExternalStateToBaseAtoms(table, capturedState, compare = (currentState, externalState) => currentState === externalState) {
  const state = capturedState === void 0 ? table.options.state : capturedState;
  table._reactivity.batch(() => {
    if (state)
      for (const key in state) {
        const baseAtom = table.baseAtoms[key];
        if (!baseAtom)
          continue;
        const rawExternalState = state[key];
        const externalState = rawExternalState === void 0 ? table.initialState[key] : rawExternalState;
        if (!compare(table._reactivity.untrack(() => baseAtom.get()), externalState))
          baseAtom.set(() => externalState);
      }
  });
}
function table_publishExternalState(table, state, compare = (currentState, externalState) => currentState === externalState) {
  table._reactivity.batch(() => {
    table_syncExternalStateToBaseAtoms(table, state, compare);
    table._reactivity.commit?.();
  });
}
function table_reset(table) {
  const snap = cloneState(table.initialState);
  table._reactivity.batch(() => {
    const keys = Object.keys(snap);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      table.baseAtoms[key].set(snap[key]);
    }
  });
  const features2 = Object.values(table._features);
  for (let i = 0; i < features2.length; i++)
    features2[i].resetTableInstanceData?.(table);
}
function table_mergeOptions(table, newOptions) {
  const { features: features2, atoms, initialState } = table.options;
  if (!table.options.mergeOptions)
    return {
      ...table.options,
      ...newOptions,
      features: features2,
      atoms,
      initialState
    };
  const mergedOptions = table.options.mergeOptions(table.options, newOptions);
  const descriptors = { ...Object.getOwnPropertyDescriptors(mergedOptions) };
  return Object.defineProperties(Object.create(Object.getPrototypeOf(mergedOptions)), {
    ...descriptors,
    features: {
      value: features2,
      enumerable: true,
      configurable: true,
      writable: true
    },
    atoms: {
      value: atoms,
      enumerable: true,
      configurable: true,
      writable: true
    },
    initialState: {
      value: initialState,
      enumerable: true,
      configurable: true,
      writable: true
    }
  });
}
function table_setOptions(table, updater, options) {
  const mergedOptions = table_mergeOptions(table, functionalUpdate(updater, table.options));
  if (table.optionsStore)
    table.optionsStore.set(() => mergedOptions);
  else
    table.options = mergedOptions;
  if (options?.syncExternalState !== false)
    table_publishExternalState(table, mergedOptions.state ?? null);
}

// node_modules/@tanstack/table-core/dist/core/table/coreTablesFeature.js
var coreTablesFeature = { constructTableAPIs: (table) => {
  assignTableAPIs("coreTablesFeature", table, {
    table_reset: { fn: () => table_reset(table) },
    table_setOptions: { fn: (updater) => table_setOptions(table, updater) }
  });
} };

// node_modules/@tanstack/table-core/dist/core/coreFeatures.js
var coreFeatures = {
  coreCellsFeature,
  coreColumnsFeature,
  coreHeadersFeature,
  coreRowModelsFeature,
  coreRowsFeature,
  coreTablesFeature
};

// node_modules/@tanstack/table-core/dist/core/table/constructTable.js
function getInitialTableState(features2, initialState = {}) {
  Object.values(features2).forEach((feature) => {
    initialState = feature.getInitialState?.(initialState) ?? initialState;
  });
  return cloneState(initialState);
}
function constructTable(tableOptions) {
  const _reactivity = tableOptions.features.coreReactivityFeature;
  const { aggregationFns, columnMeta: _columnMeta, coreRowModel, expandedRowModel, facetedMinMaxValues, facetedRowModel, facetedUniqueValues, filterFns, filterMeta: _filterMeta, filteredRowModel, groupedRowModel, paginatedRowModel, sortFns, sortedRowModel, tableMeta: _tableMeta, ...features2 } = tableOptions.features;
  const table = {
    _cellInstanceInitFns: [],
    _columnInstanceInitFns: [],
    _features: {
      ...coreFeatures,
      ...features2
    },
    _headerGroupInstanceInitFns: [],
    _headerInstanceInitFns: [],
    _reactivity,
    _rowInstanceInitFns: [],
    _rowModelFns: {
      aggregationFns,
      filterFns,
      sortFns
    },
    _rowModels: {},
    atoms: {},
    baseAtoms: {}
  };
  const featuresList = Object.values(table._features);
  const mergedOptions = {
    ...featuresList.reduce((obj, feature) => {
      return Object.assign(obj, feature.getDefaultTableOptions?.(table));
    }, {}),
    ...tableOptions
  };
  if (_reactivity.wrapExternalAtoms && mergedOptions.atoms)
    for (const [atomKey, _atom] of Object.entries(mergedOptions.atoms)) {
      const atom = _atom;
      const wrappedAtom = _reactivity.createWritableAtom(atom.get(), { debugName: `externalAtom/${atomKey}` });
      mergedOptions.atoms[atomKey] = wrappedAtom;
      let syncExternal = false;
      const syncAtomToWrappedSub = atom.subscribe((value) => {
        if (syncExternal)
          return;
        wrappedAtom.set(value);
      });
      const syncWrappedToAtomSub = wrappedAtom.subscribe((value) => {
        syncExternal = true;
        atom.set(value);
        syncExternal = false;
      });
      _reactivity.addSubscription(syncAtomToWrappedSub);
      _reactivity.addSubscription(syncWrappedToAtomSub);
    }
  if (_reactivity.createOptionsStore) {
    table.optionsStore = _reactivity.createWritableAtom(mergedOptions, { debugName: "table/optionsStore" });
    Object.defineProperty(table, "options", {
      configurable: true,
      enumerable: true,
      get() {
        return table.optionsStore.get();
      },
      set(value) {
        table.optionsStore.set(() => value);
      }
    });
  } else
    table.options = mergedOptions;
  table.initialState = getInitialTableState(table._features, table.options.initialState);
  const stateKeys = Object.keys(table.initialState);
  for (let i = 0; i < stateKeys.length; i++) {
    const key = stateKeys[i];
    table.baseAtoms[key] = _reactivity.createWritableAtom(table.initialState[key], { debugName: `table/baseAtoms/${key}` });
    table.atoms[key] = _reactivity.createReadonlyAtom(() => {
      const options = table.options;
      const externalAtom = options.atoms?.[key];
      const reactiveState = externalAtom ? externalAtom.get() : table.baseAtoms[key].get();
      if (externalAtom)
        return reactiveState;
      const controlledState = options.state;
      if (controlledState && hasOwn(controlledState, key)) {
        const controlledValue = controlledState[key];
        return controlledValue === void 0 ? table.initialState[key] : controlledValue;
      }
      return reactiveState;
    }, { debugName: `table/atoms/${key}` });
  }
  table_syncExternalStateToBaseAtoms(table);
  table.store = atomToStore(_reactivity.createReadonlyAtom(() => {
    const snapshot = {};
    for (let i = 0; i < stateKeys.length; i++) {
      const key = stateKeys[i];
      snapshot[key] = table.atoms[key].get();
    }
    return snapshot;
  }, {
    compare: shallow,
    debugName: "table/store"
  }));
  for (let i = 0; i < featuresList.length; i++) {
    const feature = featuresList[i];
    feature.initTableInstanceData?.(table);
    if (feature.initCellInstanceData)
      table._cellInstanceInitFns.push(feature.initCellInstanceData.bind(feature));
    if (feature.initColumnInstanceData)
      table._columnInstanceInitFns.push(feature.initColumnInstanceData.bind(feature));
    if (feature.initHeaderGroupInstanceData)
      table._headerGroupInstanceInitFns.push(feature.initHeaderGroupInstanceData.bind(feature));
    if (feature.initHeaderInstanceData)
      table._headerInstanceInitFns.push(feature.initHeaderInstanceData.bind(feature));
    if (feature.initRowInstanceData)
      table._rowInstanceInitFns.push(feature.initRowInstanceData.bind(feature));
    feature.constructTableAPIs?.(table);
  }
  if (process.env.NODE_ENV === "development" && (tableOptions.debugAll || tableOptions.debugTable)) {
    const features3 = Object.keys(table._features);
    const rowModels = Object.entries({
      coreRowModel,
      filteredRowModel,
      groupedRowModel,
      sortedRowModel,
      expandedRowModel,
      paginatedRowModel,
      facetedRowModel,
      facetedMinMaxValues,
      facetedUniqueValues
    }).filter(([, factory]) => factory).map(([key]) => key);
    const states = Object.keys(table.initialState);
    console.log(`Constructing Table Instance

  Features:   ${features3.join("\n              ")}

  Row Models: ${rowModels.length ? rowModels.join("\n              ") : "(none)"}

  States:     ${states.join("\n              ")}
`, { table });
  }
  return table;
}

// node_modules/@tanstack/table-core/dist/features/column-ordering/columnOrderingFeature.utils.js
function table_setColumnOrder(table, updater) {
  setStateSlice(table, "columnOrder", updater);
}
function table_getOrderColumnsFn(table) {
  const columnOrder = table.atoms.columnOrder?.get();
  return (columns2) => {
    let orderedColumns = [];
    if (!columnOrder?.length)
      orderedColumns = columns2;
    else {
      const remaining = /* @__PURE__ */ new Map();
      for (let i = 0; i < columns2.length; i++) {
        const column = columns2[i];
        remaining.set(column.id, column);
      }
      for (let i = 0; i < columnOrder.length; i++) {
        const id = columnOrder[i];
        const column = remaining.get(id);
        if (column) {
          orderedColumns.push(column);
          remaining.delete(id);
        }
      }
      for (let i = 0; i < columns2.length; i++) {
        const column = columns2[i];
        if (remaining.has(column.id))
          orderedColumns.push(column);
      }
    }
    return orderColumns(table, orderedColumns);
  };
}
function orderColumns(table, leafColumns) {
  const grouping = table.atoms.grouping?.get() ?? [];
  const { groupedColumnMode } = table.options;
  if (!grouping.length || !groupedColumnMode)
    return leafColumns;
  const nonGroupingColumns = leafColumns.filter((col) => !grouping.includes(col.id));
  if (groupedColumnMode === "remove")
    return nonGroupingColumns;
  const leafColumnsById = /* @__PURE__ */ new Map();
  for (let i = 0; i < leafColumns.length; i++) {
    const col = leafColumns[i];
    leafColumnsById.set(col.id, col);
  }
  const groupingColumns = [];
  for (let i = 0; i < grouping.length; i++) {
    const col = leafColumnsById.get(grouping[i]);
    if (col)
      groupingColumns.push(col);
  }
  return [...groupingColumns, ...nonGroupingColumns];
}

// node_modules/@tanstack/table-core/dist/features/column-grouping/columnGroupingFeature.utils.js
function column_getIsGrouped(column) {
  return !!column.table.atoms.grouping?.get()?.includes(column.id);
}

// node_modules/@tanstack/table-core/dist/features/column-pinning/columnPinningFeature.utils.js
function getDefaultColumnPinningState() {
  return {
    start: [],
    end: []
  };
}
function column_pin(column, position) {
  const leafColumns = column.getLeafColumns();
  const columnIds = [];
  for (let i = 0; i < leafColumns.length; i++) {
    const id = leafColumns[i].id;
    if (id)
      columnIds.push(id);
  }
  table_setColumnPinning(column.table, (old) => {
    if (position === "end")
      return {
        start: old.start.filter((d) => !columnIds.includes(d)),
        end: [...old.end.filter((d) => !columnIds.includes(d)), ...columnIds]
      };
    if (position === "start")
      return {
        start: [...old.start.filter((d) => !columnIds.includes(d)), ...columnIds],
        end: old.end.filter((d) => !columnIds.includes(d))
      };
    return {
      start: old.start.filter((d) => !columnIds.includes(d)),
      end: old.end.filter((d) => !columnIds.includes(d))
    };
  });
}
function column_getIsPinned(column) {
  const leafColumns = column.getLeafColumns();
  const { start, end } = column.table.atoms.columnPinning?.get() ?? getDefaultColumnPinningState();
  for (let i = 0; i < leafColumns.length; i++)
    if (start.includes(leafColumns[i].id))
      return "start";
  for (let i = 0; i < leafColumns.length; i++)
    if (end.includes(leafColumns[i].id))
      return "end";
  return false;
}
function table_setColumnPinning(table, updater) {
  setStateSlice(table, "columnPinning", updater);
}
function table_getStartLeafColumns(table) {
  const { start } = table.atoms.columnPinning?.get() ?? getDefaultColumnPinningState();
  const leafColumnsById = table.getAllLeafColumnsById();
  const result = [];
  for (let i = 0; i < start.length; i++) {
    const column = leafColumnsById[start[i]];
    if (column)
      result.push(column);
  }
  return result;
}
function table_getEndLeafColumns(table) {
  const { end } = table.atoms.columnPinning?.get() ?? getDefaultColumnPinningState();
  const leafColumnsById = table.getAllLeafColumnsById();
  const result = [];
  for (let i = 0; i < end.length; i++) {
    const column = leafColumnsById[end[i]];
    if (column)
      result.push(column);
  }
  return result;
}
function table_getCenterLeafColumns(table) {
  const { start, end } = table.atoms.columnPinning?.get() ?? getDefaultColumnPinningState();
  if (!start.length && !end.length)
    return table.getAllLeafColumns();
  const startAndEnd = [...start, ...end];
  return table.getAllLeafColumns().filter((d) => !startAndEnd.includes(d.id));
}
function table_getStartVisibleLeafColumns(table) {
  return callMemoOrStaticFn(table, "getStartLeafColumns", table_getStartLeafColumns).filter((column) => getIsColumnVisible(column));
}
function table_getEndVisibleLeafColumns(table) {
  return callMemoOrStaticFn(table, "getEndLeafColumns", table_getEndLeafColumns).filter((column) => getIsColumnVisible(column));
}
function table_getCenterVisibleLeafColumns(table) {
  return callMemoOrStaticFn(table, "getCenterLeafColumns", table_getCenterLeafColumns).filter((column) => getIsColumnVisible(column));
}
function table_getPinnedVisibleLeafColumns(table, position) {
  return !position ? getVisibleLeafColumns(table) : position === "start" ? callMemoOrStaticFn(table, "getStartVisibleLeafColumns", table_getStartVisibleLeafColumns) : position === "end" ? callMemoOrStaticFn(table, "getEndVisibleLeafColumns", table_getEndVisibleLeafColumns) : callMemoOrStaticFn(table, "getCenterVisibleLeafColumns", table_getCenterVisibleLeafColumns);
}

// node_modules/@tanstack/table-core/dist/features/column-sizing/columnSizingFeature.utils.js
function getDefaultColumnSizingColumnDef() {
  return {
    size: 150,
    minSize: 20,
    maxSize: Number.MAX_SAFE_INTEGER
  };
}
function column_getSize(column) {
  const defaultSizes = getDefaultColumnSizingColumnDef();
  const columnSizing = column.table.atoms.columnSizing?.get();
  const columnSize = columnSizing && hasOwn(columnSizing, column.id) ? columnSizing[column.id] : void 0;
  return Math.min(Math.max(column.columnDef.minSize ?? defaultSizes.minSize, columnSize ?? column.columnDef.size ?? defaultSizes.size), column.columnDef.maxSize ?? defaultSizes.maxSize);
}
function buildColumnOffsets(columns2) {
  const starts = makeObjectMap();
  const afters = makeObjectMap();
  const sizes = new Array(columns2.length);
  let start = 0;
  for (let i = 0; i < columns2.length; i++) {
    const column = columns2[i];
    const size = callMemoOrStaticFn(column, "getSize", column_getSize);
    sizes[i] = size;
    starts[column.id] = start;
    start += size;
  }
  let after = 0;
  for (let i = columns2.length - 1; i >= 0; i--) {
    afters[columns2[i].id] = after;
    after += sizes[i];
  }
  return {
    starts,
    afters
  };
}
function table_getColumnOffsets(table) {
  return {
    all: buildColumnOffsets(getPinnedVisibleLeafColumns(table)),
    center: buildColumnOffsets(getPinnedVisibleLeafColumns(table, "center")),
    start: buildColumnOffsets(getPinnedVisibleLeafColumns(table, "start")),
    end: buildColumnOffsets(getPinnedVisibleLeafColumns(table, "end"))
  };
}
function toOffsetsKey(position) {
  return position === "start" ? "start" : position === "end" ? "end" : position === "center" ? "center" : "all";
}
function column_getStart(column, position) {
  return callMemoOrStaticFn(column.table, "getColumnOffsets", table_getColumnOffsets)[toOffsetsKey(position)].starts[column.id] ?? 0;
}
function column_getAfter(column, position) {
  return callMemoOrStaticFn(column.table, "getColumnOffsets", table_getColumnOffsets)[toOffsetsKey(position)].afters[column.id] ?? 0;
}

// node_modules/@tanstack/table-core/dist/features/column-visibility/columnVisibilityFeature.utils.js
function column_getIsVisible(column) {
  const columnVisibility = column.table.atoms.columnVisibility?.get();
  if (!columnVisibility)
    return true;
  const childColumns = column.columns;
  if (childColumns.length)
    return childColumns.some((childColumn) => callMemoOrStaticFn(childColumn, "getIsVisible", column_getIsVisible));
  return (hasOwn(columnVisibility, column.id) ? columnVisibility[column.id] : void 0) ?? true;
}
function table_getVisibleLeafColumns(table) {
  return table.getAllLeafColumns().filter((column) => callMemoOrStaticFn(column, "getIsVisible", column_getIsVisible));
}

// node_modules/@tanstack/table-core/dist/features/row-expanding/rowExpandingFeature.utils.js
function table_setExpanded(table, updater) {
  table.options.onExpandedChange?.(updater);
}
function row_toggleExpanded(row, expanded) {
  const currentExpanded = row.table.atoms.expanded?.get() ?? {};
  const currentExists = currentExpanded === true || isExpandedRowId(currentExpanded, row.id);
  const targetExpanded = expanded ?? !currentExists;
  if (targetExpanded === currentExists)
    return;
  if (targetExpanded && !row_getCanExpand(row))
    return;
  table_setExpanded(row.table, (old) => {
    const exists = old === true ? true : isExpandedRowId(old, row.id);
    let oldExpanded = makeObjectMap();
    if (old === true)
      Object.values(row.table.getRowModel().rowsById).forEach((rowModelRow) => {
        if (row_getCanExpand(rowModelRow))
          oldExpanded[rowModelRow.id] = true;
      });
    else
      oldExpanded = Object.assign(makeObjectMap(), old);
    if (!exists && targetExpanded) {
      oldExpanded[row.id] = true;
      return oldExpanded;
    }
    if (exists && !targetExpanded) {
      const rest = makeObjectMap();
      const rowIds = Object.keys(oldExpanded);
      for (let i = 0; i < rowIds.length; i++) {
        const rowId = rowIds[i];
        if (rowId !== row.id && oldExpanded[rowId])
          rest[rowId] = true;
      }
      return rest;
    }
    return old;
  });
}
function row_getIsExpanded(row) {
  const expanded = row.table.atoms.expanded?.get() ?? {};
  return !!(row.table.options.getIsRowExpanded?.(row) ?? (expanded === true || isExpandedRowId(expanded, row.id)));
}
function isExpandedRowId(expanded, rowId) {
  return !!(expanded && expanded !== true && hasOwn(expanded, rowId) && expanded[rowId]);
}
function row_getCanExpand(row) {
  return row.table.options.getRowCanExpand?.(row) ?? ((row.table.options.enableExpanding ?? true) && !!row.subRows.length);
}

// node_modules/@tanstack/table-core/dist/features/row-pagination/rowPaginationFeature.utils.js
var defaultPageSize = 10;
function table_setPagination(table, updater) {
  setStateSlice(table, "pagination", updater);
}
function table_setPageSize(table, updater) {
  table_setPagination(table, (old) => {
    const pageSize = Math.max(1, functionalUpdate(updater, old.pageSize));
    const topRowIndex = old.pageSize === Infinity ? 0 : old.pageSize * old.pageIndex;
    const pageIndex = pageSize === Infinity ? 0 : Math.floor(topRowIndex / pageSize);
    return {
      ...old,
      pageIndex,
      pageSize
    };
  });
}
function table_getPageCount(table) {
  const configuredPageCount = table.options.pageCount;
  if (configuredPageCount != null)
    return configuredPageCount;
  const rowCount = table_getRowCount(table);
  const pageSize = table.atoms.pagination?.get()?.pageSize ?? defaultPageSize;
  if (pageSize === Infinity && Number.isFinite(rowCount) && rowCount > 0)
    return 1;
  return Math.ceil(rowCount / pageSize);
}
function table_getRowCount(table) {
  return table.options.rowCount ?? table.getPrePaginatedRowModel().rows.length;
}

// node_modules/@tanstack/table-core/dist/features/row-selection/rowSelectionFeature.utils.js
function table_setRowSelection(table, updater) {
  table.options.onRowSelectionChange?.(updater);
}
function table_toggleAllPageRowsSelected(table, value, opts) {
  table._lastSelectedRowId = null;
  table_setRowSelection(table, (old) => {
    const resolvedValue = typeof value !== "undefined" ? value : !callMemoOrStaticFn(table, "getIsAllPageRowsSelected", table_getIsAllPageRowsSelected);
    if (opts?.deselectAll && !resolvedValue)
      return makeObjectMap();
    const rowSelection = Object.assign(makeObjectMap(), old);
    table.getRowModel().rows.forEach((row) => {
      mutateRowIsSelected(rowSelection, row.id, resolvedValue, true, table, true);
    });
    return rowSelection;
  });
}
function table_getIsAllPageRowsSelected(table) {
  const paginationFlatRows = table.getPaginatedRowModel().flatRows;
  const rowSelection = table.atoms.rowSelection?.get() ?? {};
  const subtreeCache = /* @__PURE__ */ new Map();
  let sawSelectableRow = false;
  for (let i = 0; i < paginationFlatRows.length; i++) {
    const row = paginationFlatRows[i];
    if (!isRowSelected(row, rowSelection)) {
      if (isRowSelectableInSelectAll(row, subtreeCache))
        return false;
    } else if (!sawSelectableRow && isRowSelectableInSelectAll(row, subtreeCache))
      sawSelectableRow = true;
  }
  return sawSelectableRow;
}
function table_getIsSomePageRowsSelected(table) {
  return table.getPaginatedRowModel().flatRows.filter((row) => row_getCanSelect(row)).some((row) => row_getIsSelected(row) || callMemoOrStaticFn(row, "getIsSomeSelected", row_getIsSomeSelected));
}
function row_toggleSelected(row, value, opts) {
  const isSelected = row_getIsSelected(row);
  table_setRowSelection(row.table, (old) => {
    value = typeof value !== "undefined" ? value : !isSelected;
    const rowSelection = Object.assign(makeObjectMap(), old);
    mutateRowIsSelected(rowSelection, row.id, value, (opts?.selectChildren ?? true) && row_getCanMultiSelect(row), row.table);
    if (!value && opts?.deselectParents)
      pruneAncestorRowIds(rowSelection, row);
    return rowSelection;
  });
}
function row_getIsSelected(row) {
  return isRowSelected(row, row.table.atoms.rowSelection?.get() ?? {});
}
function row_getIsSomeSelected(row) {
  return isSubRowSelected(row) === "some";
}
function row_getCanSelect(row) {
  const options = row.table.options;
  if (typeof options.enableRowSelection === "function")
    return options.enableRowSelection(row);
  return options.enableRowSelection ?? true;
}
function row_getCanSelectSubRows(row) {
  const options = row.table.options;
  if (typeof options.enableSubRowSelection === "function")
    return options.enableSubRowSelection(row);
  return options.enableSubRowSelection ?? true;
}
function row_getCanMultiSelect(row) {
  const options = row.table.options;
  if (typeof options.enableMultiRowSelection === "function")
    return options.enableMultiRowSelection(row);
  return options.enableMultiRowSelection ?? true;
}
function mutateRowIsSelected(rowSelection, rowId, value, includeChildren, table, respectCanSelectOnDeselect) {
  const row = table.getRow(rowId, true);
  if (value) {
    if (!row_getCanMultiSelect(row))
      Object.keys(rowSelection).forEach((key) => delete rowSelection[key]);
    if (row_getCanSelect(row))
      rowSelection[rowId] = true;
  } else if (!respectCanSelectOnDeselect || row_getCanSelect(row))
    delete rowSelection[rowId];
  if (includeChildren && row.subRows.length && row_getCanSelectSubRows(row))
    row.subRows.forEach((r) => mutateRowIsSelected(rowSelection, r.id, value, includeChildren, table, respectCanSelectOnDeselect));
}
function isRowSelectableInSelectAll(row, subtreeCache) {
  if (!row_getCanSelect(row))
    return false;
  const table = row.table;
  if (table.options.enableSubRowSelection === true)
    return true;
  const parentId = row.parentId;
  if (parentId === void 0)
    return true;
  const cached = subtreeCache.get(parentId);
  if (cached !== void 0)
    return cached;
  const rowsById = table.getCoreRowModel().rowsById;
  const visited = [];
  let selectable = true;
  let currentId = parentId;
  while (currentId !== void 0) {
    const known = subtreeCache.get(currentId);
    if (known !== void 0) {
      selectable = known;
      break;
    }
    visited.push(currentId);
    const parent = rowsById[currentId] ?? table.getRow(currentId, true);
    if (!row_getCanSelectSubRows(parent)) {
      selectable = false;
      break;
    }
    currentId = parent.parentId;
  }
  visited.forEach((id) => subtreeCache.set(id, selectable));
  return selectable;
}
function pruneAncestorRowIds(rowSelection, row) {
  const rowsById = row.table.getCoreRowModel().rowsById;
  let parentId = row.parentId;
  while (parentId !== void 0) {
    delete rowSelection[parentId];
    parentId = (rowsById[parentId] ?? row.table.getRow(parentId, true)).parentId;
  }
}
function isRowSelected(row, rowSelection) {
  return !!(hasOwn(rowSelection, row.id) && rowSelection[row.id]);
}
function isSubRowSelected(row) {
  if (!row.subRows.length)
    return false;
  const rowSelection = row.table.atoms.rowSelection?.get() ?? {};
  let someSelected = false;
  let allChildrenSelected = true;
  let someSelectable = false;
  for (let i = 0; i < row.subRows.length; i++) {
    const subRow = row.subRows[i];
    if (someSelected && !allChildrenSelected)
      break;
    if (row_getCanSelect(subRow)) {
      someSelectable = true;
      if (isRowSelected(subRow, rowSelection))
        someSelected = true;
      else
        allChildrenSelected = false;
    }
    if (subRow.subRows.length) {
      const subRowChildrenSelected = isSubRowSelected(subRow);
      if (subRowChildrenSelected === "all") {
        someSelected = true;
        someSelectable = true;
      } else if (subRowChildrenSelected === "some") {
        someSelected = true;
        allChildrenSelected = false;
        someSelectable = true;
      } else
        allChildrenSelected = false;
    }
  }
  if (!someSelectable)
    return false;
  return allChildrenSelected ? "all" : someSelected ? "some" : false;
}

// node_modules/@tanstack/table-core/dist/features/row-sorting/rowSortingFeature.utils.js
function table_setSorting(table, updater) {
  setStateSlice(table, "sorting", updater);
}
function column_getAutoSortDir(column) {
  const firstRows = column.table.getFilteredRowModel().flatRows.slice(0, 10);
  for (let i = 0; i < firstRows.length; i++) {
    const value = firstRows[i].getValue(column.id);
    if (value == null)
      continue;
    return typeof value === "string" ? "asc" : "desc";
  }
  return "desc";
}
function column_toggleSorting(column, desc, multi) {
  const nextSortingOrder = column_getNextSortingOrder(column, multi && column_getCanMultiSort(column));
  const hasManualValue = typeof desc !== "undefined";
  table_setSorting(column.table, (old) => {
    const existingIndex = old.findIndex((d) => d.id === column.id);
    const existingSorting = existingIndex === -1 ? void 0 : old[existingIndex];
    let newSorting = [];
    let sortAction;
    const nextDesc = hasManualValue ? desc : nextSortingOrder === "desc";
    const isMultiMode = !!(old.length && column_getCanMultiSort(column) && multi);
    if (isMultiMode) {
      if (existingSorting)
        sortAction = "toggle";
      else
        sortAction = "add";
    } else if (existingSorting)
      sortAction = "toggle";
    else
      sortAction = "replace";
    if (sortAction === "toggle") {
      if (!hasManualValue) {
        if (!nextSortingOrder)
          sortAction = "remove";
      }
    }
    if (sortAction === "add") {
      newSorting = [...old, {
        id: column.id,
        desc: nextDesc
      }];
      newSorting.splice(0, newSorting.length - (column.table.options.maxMultiSortColCount ?? Number.MAX_SAFE_INTEGER));
    } else if (sortAction === "toggle")
      newSorting = isMultiMode ? old.map((d) => {
        if (d.id === column.id)
          return {
            ...d,
            desc: nextDesc
          };
        return d;
      }) : [{
        id: column.id,
        desc: nextDesc
      }];
    else if (sortAction === "remove")
      newSorting = isMultiMode ? old.filter((d) => d.id !== column.id) : [];
    else
      newSorting = [{
        id: column.id,
        desc: nextDesc
      }];
    return newSorting;
  });
}
function column_getFirstSortDir(column) {
  return column.columnDef.sortDescFirst ?? column.table.options.sortDescFirst ?? column_getAutoSortDir(column) === "desc" ? "desc" : "asc";
}
function column_getNextSortingOrder(column, multi) {
  const firstSortDirection = column_getFirstSortDir(column);
  const isSorted = column_getIsSorted(column);
  if (!isSorted)
    return firstSortDirection;
  if (isSorted !== firstSortDirection && (column.table.options.enableSortingRemoval ?? true) && (multi ? column.table.options.enableMultiRemove ?? true : true))
    return false;
  return isSorted === "desc" ? "asc" : "desc";
}
function column_getCanSort(column) {
  return (column.columnDef.enableSorting ?? true) && (column.table.options.enableSorting ?? true) && !!column.accessorFn;
}
function column_getCanMultiSort(column) {
  return column.columnDef.enableMultiSort ?? column.table.options.enableMultiSort ?? !!column.accessorFn;
}
function column_getIsSorted(column) {
  const columnSort = column.table.atoms.sorting?.get()?.find((d) => d.id === column.id);
  return !columnSort ? false : columnSort.desc ? "desc" : "asc";
}
function column_getSortIndex(column) {
  return column.table.atoms.sorting?.get()?.findIndex((d) => d.id === column.id) ?? -1;
}

// app/ui/grid/columns.ts
function hasValues({ enableColumnFilter, meta }) {
  return meta.values ?? (enableColumnFilter !== false && meta.kind !== "number");
}
function isGroupable(field) {
  return field.enableGrouping ?? hasValues(field);
}

// app/ui/grid/grid-table.ts
var NOTHING = { unsubscribe() {
} };
var stillState = {
  createOptionsStore: false,
  wrapExternalAtoms: false,
  addSubscription() {
  },
  schedule: (run) => run(),
  batch: (run) => run(),
  untrack: (read) => read(),
  createReadonlyAtom: (read) => ({ get: read, subscribe: () => NOTHING }),
  createWritableAtom(first) {
    let value = first;
    const set = (next) => {
      value = next instanceof Function ? next(value) : next;
    };
    return { get: () => value, set, subscribe: () => NOTHING };
  }
};
var COLUMN = {
  getIsVisible: column_getIsVisible,
  getIsPinned: column_getIsPinned,
  pin: column_pin,
  getSize: column_getSize,
  getStart: column_getStart,
  getAfter: column_getAfter,
  getCanSort: column_getCanSort,
  getIsSorted: column_getIsSorted,
  getSortIndex: column_getSortIndex,
  toggleSorting: column_toggleSorting,
  getIsGrouped: column_getIsGrouped
};
var ROW = {
  getIsExpanded: row_getIsExpanded,
  toggleExpanded: row_toggleExpanded,
  getIsSelected: row_getIsSelected,
  toggleSelected: row_toggleSelected
};
var TABLE = {
  getOrderColumnsFn: table_getOrderColumnsFn,
  getVisibleLeafColumns: table_getVisibleLeafColumns,
  getPinnedVisibleLeafColumns: table_getPinnedVisibleLeafColumns,
  setColumnOrder: table_setColumnOrder,
  getIsAllPageRowsSelected: table_getIsAllPageRowsSelected,
  getIsSomePageRowsSelected: table_getIsSomePageRowsSelected,
  toggleAllPageRowsSelected: table_toggleAllPageRowsSelected,
  getPageCount: table_getPageCount,
  setPageSize: table_setPageSize
};
function given(acts) {
  return (to) => {
    for (const [name, run] of Object.entries(acts))
      Object.assign(to, {
        [name](...rest) {
          return run(this, ...rest);
        }
      });
  };
}
var gridFeature = {
  assignColumnPrototype: given(COLUMN),
  assignRowPrototype: given(ROW),
  constructTableAPIs: given(TABLE)
};
var features = { coreReactivityFeature: stillState, gridFeature };
var USUAL = {
  text: 160,
  link: 160,
  badge: 200,
  number: 120,
  day: 100,
  instant: 140,
  boolean: 80
};
var [SLIM, WRAPPED] = [130, 200];
function usualSize({ meta }) {
  return meta.slim ? SLIM : meta.wrap ? WRAPPED : USUAL[meta.kind];
}
var [NARROWEST, WIDEST] = [30, 1e3];
var everyOne = (ids, value) => Object.fromEntries(ids.map((id) => [id, value]));
function stateOf(query2, columns2) {
  const order = query2.columns ?? columns2.filter(({ meta }) => !meta.hiddenByDefault).map(({ id }) => id);
  const side = (id) => query2.pins[id] ?? columns2.find((column) => column.id === id)?.meta.pinned ?? "no";
  return {
    sorting: query2.sort.map(({ column, descending }) => ({ id: column, desc: descending })),
    pagination: { pageIndex: query2.page - 1, pageSize: query2.size },
    grouping: query2.groups,
    expanded: everyOne(query2.expanded === null ? [] : [query2.expanded], true),
    rowSelection: everyOne(query2.selected, true),
    columnVisibility: {
      ...everyOne(
        columns2.map(({ id }) => id),
        false
      ),
      ...everyOne(order, true)
    },
    columnOrder: order,
    columnSizing: query2.widths,
    columnPinning: {
      start: order.filter((id) => side(id) === "start"),
      end: order.filter((id) => side(id) === "end")
    }
  };
}
function changeOf(query2, columns2, state, changed) {
  const { columnPinning, pagination } = changed;
  const change = {};
  if (changed.sorting)
    change.sort = changed.sorting.map(({ id, desc }) => ({ column: id, descending: desc }));
  if (pagination) {
    change.page = pagination.pageIndex + 1;
    change.size = pagination.pageSize;
  }
  if (changed.expanded)
    change.expanded = Object.entries(changed.expanded).find(([key, open]) => open && key !== query2.expanded)?.[0] ?? null;
  if (changed.columnOrder)
    change.columns = changed.columnOrder;
  if (changed.columnSizing)
    change.widths = changed.columnSizing;
  if (columnPinning) {
    const pins = { ...query2.pins };
    for (const { id, meta } of columns2) {
      const now = sideIn(columnPinning, id);
      if (now === sideIn(state.columnPinning, id))
        continue;
      delete pins[id];
      if (now !== (meta.pinned ?? "no"))
        pins[id] = now;
    }
    change.pins = pins;
  }
  return change;
}
var sideIn = ({ start, end }, id) => start.includes(id) ? "start" : end.includes(id) ? "end" : "no";
function gridTable({ columns: columns2, query: query2, rows: rows2, rowKey, lines }) {
  const described = stateOf(query2, columns2);
  const state = rows2.length > 0 ? described : { ...described, columnPinning: { start: [], end: [] } };
  let changed = {};
  let marked = query2.selected;
  const on = (slice) => (updater) => {
    changed = { ...changed, [slice]: functionalUpdate(updater, changed[slice] ?? state[slice]) };
  };
  const table = constructTable({
    features,
    // Rows are of any type, and only columns look into them.
    data: rows2,
    columns: columns2.map(definition),
    getRowId: (row) => rowKey(row),
    initialState: state,
    rowCount: lines,
    manualSorting: true,
    manualPagination: true,
    manualGrouping: true,
    manualExpanding: true,
    groupedColumnMode: false,
    sortDescFirst: false,
    enableRowSelection: true,
    enableMultiRowSelection: true,
    onSortingChange: on("sorting"),
    onPaginationChange: on("pagination"),
    onExpandedChange: on("expanded"),
    onRowSelectionChange(updater) {
      on("rowSelection")(updater);
      const now = changed.rowSelection ?? {};
      const added = rows2.map(rowKey).filter((key) => now[key] && !marked.includes(key));
      marked = [...marked.filter((key) => now[key]), ...added];
    },
    onColumnOrderChange: on("columnOrder"),
    onColumnSizingChange: on("columnSizing"),
    onColumnPinningChange: on("columnPinning")
  });
  return {
    table,
    order: state.columnOrder,
    after(act) {
      changed = {};
      marked = query2.selected;
      act(table);
      const change = changeOf(query2, columns2, state, changed);
      return marked === query2.selected ? change : { ...change, selected: marked };
    }
  };
}
function definition(column) {
  const { id, accessorFn = (row) => row[id] } = column;
  return {
    ...column,
    accessorFn,
    size: column.size ?? usualSize(column),
    minSize: NARROWEST,
    maxSize: WIDEST,
    enableGrouping: isGroupable(column)
  };
}
function columnsIn(table) {
  return ["start", "center", "end"].flatMap((side) => table.getPinnedVisibleLeafColumns(side)).filter((column) => !column.getIsGrouped());
}

// p-entry.ts
var rows = Array.from({ length: 25 }, (_, id) => ({ id }));
var columns = Array.from({ length: 15 }, (_, i) => ({ id: "c" + i, header: "x", meta: { kind: "text" } }));
var query = { page: 1, size: 25, sort: [], filters: [], search: "", expanded: null, groups: [], openGroups: "none", toggled: [], columns: null, widths: {}, pins: {}, selected: [], edit: null, values: null, find: "" };
var t = (name, n, f) => {
  for (let i = 0; i < n; i++)
    f();
  const a = performance.now();
  for (let i = 0; i < n; i++)
    f();
  console.log("PROF", name, ((performance.now() - a) / n * 1e3).toFixed(0), "us");
};
var make = () => gridTable({ columns, query, rows, rowKey: (r) => String(r.id), lines: 1e3 });
t("make", 3e3, make);
t("columnsIn", 3e3, () => columnsIn(make().table));
