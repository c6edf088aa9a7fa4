-- expect: error
-- Text that isn't valid Lua.
return = ) '" [[  ::: goto
